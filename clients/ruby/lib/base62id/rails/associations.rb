# frozen_string_literal: true

module Base62id
  # Keys of associations.
  module Rails
    # A foreign key of uuid: of the type of what it refers to, which is not there when the class is
    # made.
    # @api private
    class KeyType < ActiveRecord::Type::Value
      def initialize(reflection, own)
        @reflection = reflection
        @own = own
        super()
      end

      delegate :type, :cast, :serialize, :deserialize, :serializable?, :changed_in_place?,
               :changed?, to: :target

      def target
        @target ||= begin
          referred = @reflection.klass.type_for_attribute(@reflection.association_primary_key)
          referred.is_a?(StoredType) ? referred : @own
        end
      end
    end

    # belongs_to declares its key. A polymorphic one has ids of several kinds: over uuid it is an
    # error when it is loaded.
    # @api private
    module Keys
      def belongs_to(name, scope = nil, **options)
        super
        reflection = _reflect_on_association(name)
        return if reflection.polymorphic? || reflection.foreign_key.is_a?(Array)

        declare_base62id_key(reflection.foreign_key, reflection)
      end

      # Its join model belongs to this one by a key that is none of that table's.
      def has_and_belongs_to_many(name, scope = nil, **options, &) # rubocop:disable Naming
        super
        through = _reflect_on_association(name).through_reflection
        through.klass.send(:declare_base62id_key, through.foreign_key,
                           through.klass.left_reflection)
      end

      # ActiveRecord writes what a default of the server made as if the program had given it.
      def _insert_record(*, returning)
        super&.zip(returning)&.map do |value, column|
          type = type_for_attribute(column)
          type.is_a?(StoredType) ? type.deserialize(value) : value
        end
      end

      def polymorphic_class_for(name)
        super.tap { |found| check_polymorphic_key if base62id_key?(found) }
      end

      private

      def declare_base62id_key(name, reflection)
        decorate_attributes([name]) do |_, own|
          uuid = own.instance_of?(ActiveRecord::ConnectionAdapters::PostgreSQL::OID::Uuid)
          uuid ? KeyType.new(reflection, own) : own
        end
      end

      def base62id_key?(model)
        model.primary_key.is_a?(String) &&
          model.type_for_attribute(model.primary_key).is_a?(StoredType)
      end

      def check_polymorphic_key
        key = reflect_on_all_associations(:belongs_to).find do |one|
          one.polymorphic? && type_for_attribute(one.foreign_key)
            .instance_of?(ActiveRecord::ConnectionAdapters::PostgreSQL::OID::Uuid)
        end
        return unless key

        raise ArgumentError, "#{self}.#{key.foreign_key} is a polymorphic key of uuid, which " \
                             "cannot say of what kind it is: make it text"
      end
    end
    ActiveRecord::Base.singleton_class.prepend(Keys)
  end
end
