# frozen_string_literal: true

module Base62id
  # The attribute types.
  module Rails
    # A query for a malformed id, or for one of another kind, finds none. To store one is an error:
    # were it nil, as ActiveRecord's own uuid makes of a malformed UUID, update! would delete what
    # is there.
    # @api private
    class Type < ActiveRecord::Type::Value
      attr_reader :type, :kind

      def initialize(name)
        @type = name.to_sym
        @kind = Rails.kinds.fetch(name)
        @last = [] # the id that was cast last, which is most often what is stored next
        super()
      end

      # ActiveRecord takes a RangeError in a look-up for a value that no row has.
      def serialize(value)
        text = value.to_s
        text.empty? ? nil : to_server(text)
      rescue InvalidId => e
        raise ActiveModel::RangeError, e.message
      end

      # The block gets on which side of all values this one is: on none. So = finds no row, and
      # what compares by an order raises. What is no text is a statement's place for a value.
      def serializable?(value)
        serialize(value) if value.is_a?(String)
        true
      rescue ActiveModel::RangeError
        yield 0 if block_given?
        false
      end

      private

      # Like a form's empty field, "" is no id.
      def cast_value(value)
        text = value.to_s
        return nil if text.empty?

        (@last[0] = kind.parse(text)).dup
      rescue InvalidId
        text # until it is stored, so that a message can show it
      end

      def to_server(text) = text == @last[0] ? text : kind.parse(text)
    end

    # Over a column of uuid, or of the id type by now. The server is sent a UUID's text without a
    # type, which both take.
    # @api private
    class StoredType < Type
      def deserialize(value) = value && kind.from_column(value)

      private

      def to_server(text) = kind.to_column(text)
    end

    # With base62id.output = uuid. schema.rb has the column's own type.
    # @api private
    class UuidType < ActiveRecord::ConnectionAdapters::PostgreSQL::OID::Uuid
      attr_reader :type

      def initialize(name)
        @type = name.to_sym
        super()
      end
    end

    # ActiveRecord's type makes nil of "user_01h…": an attribute that nobody declared would store
    # NULL and find nothing.
    # @api private
    module UndeclaredUuid
      private

      def cast_value(value)
        name = value.is_a?(String) && Rails.stored_of(value)
        return super unless name

        raise ArgumentError, "#{InvalidId.quoted(value)} for a column of uuid that is not " \
                             "declared: attribute :..., :#{name}"
      end
    end
    ActiveRecord::ConnectionAdapters::PostgreSQL::OID::Uuid.prepend(UndeclaredUuid)

    # The types have names: in models, in migrations, and in schema.rb, which has no tables of
    # unknown types.
    # @api private
    module NativeTypes
      def native_database_types
        super.merge(Rails.kinds.keys.to_h do |name|
          [name.to_sym, { name: Rails.stored.include?(name) ? "uuid" : name }]
        end)
      end

      def initialize_type_map(map)
        super
        Rails.kinds.each_key { |name| map.register_type(name, Rails.type_of(name)) }
      end
    end
    ActiveRecord::ConnectionAdapters::PostgreSQLAdapter.singleton_class.prepend(NativeTypes)

    class << self
      # @api private
      def type_of(name)
        return UuidType.new(name) if uuids.include?(name)

        stored.include?(name) ? StoredType.new(name) : Type.new(name)
      end

      # attribute :id, :user_id, and t.user_id :owner in migrations and in schema.rb.
      # @api private
      def define_type(name)
        ActiveRecord::Type.register(name.to_sym, adapter: :postgresql, override: true) do |*, **|
          Rails.type_of(name)
        end
        [ActiveRecord::ConnectionAdapters::PostgreSQL::TableDefinition,
         ActiveRecord::ConnectionAdapters::PostgreSQL::Table].each do |definition|
          definition.define_method(name) do |*columns, **options|
            columns.each { |column| column(column, name, **options) }
          end
        end
      end
    end
    OWN.each_key { |name| define_type(name) }
  end
end
