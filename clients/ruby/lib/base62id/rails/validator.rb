# frozen_string_literal: true

# An attribute of an id type is checked when it is stored; this says so in the model's errors
# before.
#
#   validates :friend_id, base62id: true           # declared: attribute :friend_id, :user_id
#   validates :friend, base62id: { kind: USER }    # a column of text
class Base62idValidator < ActiveModel::EachValidator
  def validate_each(record, attribute, value)
    kind = options[:kind] || record.class.type_for_attribute(attribute).kind
    kind.parse(value)
  rescue Base62id::InvalidId
    record.errors.add(attribute, :invalid, message: options[:message], value:)
  end
end
