# frozen_string_literal: true

module Base62id
  # Migrations and schema.rb.
  module Rails
    # create_id_type "user_id", "user" in migrations and in schema.rb, where it stands before the
    # tables.
    # @api private
    module IdTypes
      def create_id_type(name, prefix, **options)
        given = { name:, prefix:, **options }.map { |key, value| "#{key} => #{quote(value)}" }
        # A type that is there stays, as a table of schema.rb does without force.
        execute("SELECT typeid_create_type(#{given.join(", ")}) " \
                "WHERE to_regtype(#{quote(name)}) IS NULL")
        reload_type_map
      end

      # An error if a column or anything else depends on the type.
      def drop_id_type(name, *, **)
        execute("SELECT typeid_drop_type(to_regtype(#{quote(name)}))")
      end

      # Each with its name, its prefix, and what else is not as typeid_create_type makes it by
      # itself.
      def id_types
        return [] unless id_types?

        usual = { "notation" => "typeid", "mask_key" => 0, "accept_uuid" => false }
        rows = "SELECT to_jsonb(t)::text FROM typeid_types() AS t ORDER BY type::text"
        select_values(rows).map do |row|
          row = JSON.parse(row)
          options = row.slice(*usual.keys).reject { |key, value| usual[key] == value }
          [row["type"], row["prefix"], options]
        end
      end

      # For defaults of id types of numbers, which have no identity columns.
      def create_sequence(name, start: nil, increment: nil, **)
        execute("CREATE SEQUENCE IF NOT EXISTS #{quote_table_name(name)}" \
                "#{" INCREMENT #{Integer(increment)}" if increment}" \
                "#{" START #{Integer(start)}" if start}")
      end

      def drop_sequence(name, **) = execute("DROP SEQUENCE #{quote_table_name(name)}")

      # Those that defaults of columns of id types name.
      def id_sequences
        return [] unless id_types?

        select_rows(<<~SQL)
          SELECT DISTINCT d.refobjid::regclass::text, s.seqstart, s.seqincrement
          FROM pg_attrdef a
          JOIN pg_depend d ON d.classid = 'pg_attrdef'::regclass AND d.objid = a.oid
                          AND d.refclassid = 'pg_class'::regclass
          JOIN pg_sequence s ON s.seqrelid = d.refobjid
          JOIN pg_attribute c ON c.attrelid = a.adrelid AND c.attnum = a.adnum
          JOIN typeid_types() AS t ON t.type = c.atttypid
          ORDER BY 1
        SQL
      end

      private

      def id_types? = select_value("SELECT to_regproc('typeid_types') IS NOT NULL")
    end
    ActiveRecord::ConnectionAdapters::PostgreSQLAdapter.include(IdTypes)

    # @api private
    module Reversible
      ruby2_keywords def create_id_type(*arguments) = record(:create_id_type, arguments)
      ruby2_keywords def drop_id_type(*arguments) = record(:drop_id_type, arguments)
      ruby2_keywords def create_sequence(*arguments) = record(:create_sequence, arguments)
      def invert_create_id_type(arguments) = [:drop_id_type, arguments]
      def invert_drop_id_type(arguments) = [:create_id_type, arguments]
      def invert_create_sequence(arguments) = [:drop_sequence, arguments]
    end
    ActiveRecord::Migration::CommandRecorder.include(Reversible)

    # @api private
    module Dumper
      private

      def types(stream)
        super
        lines = id_type_lines + id_sequence_lines
        lines.each { |line| stream.puts("  #{line}") }
        stream.puts if lines.any?
      end

      def id_type_lines
        @connection.id_types.map do |name, prefix, options|
          words = options.map { |key, value| ", #{key}: #{value.inspect}" }
          "create_id_type #{name.inspect}, #{prefix.inspect}#{words.join}"
        end
      end

      def id_sequence_lines
        @connection.id_sequences.map do |name, start, increment|
          words = ["create_sequence #{name.inspect}"]
          words << "start: #{start}" if start != 1
          words << "increment: #{increment}" if increment != 1
          words.join(", ")
        end
      end
    end
    ActiveRecord::ConnectionAdapters::PostgreSQL::SchemaDumper.prepend(Dumper)
  end
end
