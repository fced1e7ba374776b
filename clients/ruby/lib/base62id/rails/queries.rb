# frozen_string_literal: true

module Base62id
  # What finds rows.
  module Rails
    # ActiveRecord takes a bound that a column cannot have for an open end, and so a malformed id
    # for the end of all: where(id: ..text) would find every row.
    # @api private
    module CheckedRanges
      def call(attribute, value)
        [value.begin, value.end].compact.each do |bound|
          type = predicate_builder.build_bind_attribute(attribute.name, bound).type
          type = type.target if type.is_a?(KeyType)
          type.kind.parse(bound.to_s) if type.is_a?(Type)
        end
        super
      end
    end
    ActiveRecord::PredicateBuilder::RangeHandler.prepend(CheckedRanges)

    # eager_load with a limit, find too: ActiveRecord asks for the keys of the rows, and for the
    # rows by what it got.
    # @api private
    module DistinctKeys
      def distinct_relation_for_primary_key(relation)
        key = relation.primary_key
        type = relation.klass.type_for_attribute(key) if key.is_a?(String)
        return super unless type.is_a?(StoredType)

        values = columns_for_distinct(visitor.compile(relation.table[key]), relation.order_values)
        rows = select_rows(relation.reselect(values).distinct!.arel)
        ids = rows.map { |row| type.deserialize(row.last) }
        relation.tap do |found|
          ids.empty? ? found.none! : found.where!(key => ids)
          found.limit_value = found.offset_value = nil
        end
      end
    end
    ActiveRecord::ConnectionAdapters::PostgreSQLAdapter.prepend(DistinctKeys)

    # @api private
    module Beginnings
      # The rows whose id begins with a text: id ^@ 'user_01h4'; over uuid, a range.
      #
      #   User.id_starts_with("user_01h4")
      #   Order.id_starts_with("user_01h4", :buyer_id)
      #
      # @param text [String]
      # @param column [Symbol, String]
      # @return [ActiveRecord::Relation]
      def id_starts_with(text, column = primary_key)
        type = type_for_attribute(column)
        type = type.target if type.is_a?(KeyType)
        given = arel_table[column]
        unless type.is_a?(StoredType)
          quoted = Arel::Nodes.build_quoted(text)
          return where(Arel::Nodes::InfixOperation.new("^@", given, quoted))
        end

        range = type.kind.prefix_range(text)
        return none unless range

        first, last = [range.begin, range.end].map { |uuid| Arel::Nodes.build_quoted(uuid) }
        where(given.gteq(first)).where(given.lteq(last))
      end
    end
    ActiveRecord::Base.extend(Beginnings)
  end
end
