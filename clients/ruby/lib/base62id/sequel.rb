# frozen_string_literal: true

require "sequel"
require_relative "../base62id"

module Sequel
  module Plugins
    # Checks the ids of a model over columns of the extension's types: assigning anything else to
    # such a column is a Sequel::InvalidValue.
    #
    #   require "base62id/sequel"
    #   class User < Sequel::Model
    #     plugin :base62id, id: USER
    #   end
    #   User.id_starts_with("user_01h4")    # id ^@ 'user_01h4', an index scan
    module Base62id
      # @api private
      def self.configure(model, **kinds)
        kinds.each_value do |kind|
          raise ArgumentError, "#{kind.inspect} is no kind" unless kind.is_a?(::Base62id::Kind)
        end
        model.instance_variable_set(:@id_kinds, (model.id_kinds || {}).merge(kinds).freeze)
      end

      # Of the model.
      module ClassMethods
        # @return [Hash{Symbol => Base62id::Kind}] the kinds of the columns
        #
        #   User.id_kinds    # => { id: USER }
        attr_reader :id_kinds

        Plugins.inherited_instance_variables(self, :@id_kinds => :dup)

        # The rows whose id begins with a text.
        #
        #   User.id_starts_with("user_01h4").all
        #
        # @param text [String]
        # @param column [Symbol]
        # @return [Sequel::Dataset]
        def id_starts_with(text, column = primary_key)
          where(Sequel.lit("? ^@ ?", Sequel.identifier(column), text))
        end
      end

      # Of its rows.
      module InstanceMethods
        private

        def typecast_value(column, value)
          kind = model.id_kinds[column]
          return super if kind.nil? || value.nil?

          kind.parse(value)
        rescue ::Base62id::InvalidId => e
          raise Sequel::InvalidValue, e.message
        end
      end
    end
  end
end
