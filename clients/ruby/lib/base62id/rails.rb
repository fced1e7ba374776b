# frozen_string_literal: true

require "active_support"
require "active_support/lazy_load_hooks"
require_relative "../base62id"
require_relative "any_typeid"

module Base62id
  # The types of the extension in ActiveRecord 7.2 and later, in config/initializers/base62id.rb:
  #
  #   require "base62id/rails"
  #   USER = Base62id.kind("user")
  #   Base62id::Rails.id_type("user_id", USER)
  #
  #   class User < ApplicationRecord
  #     attribute :id, :user_id              # needed over a column of uuid alone
  #   end
  #   User.id_starts_with("user_01h4")       # id ^@ 'user_01h4', an index scan
  module Rails
    # The types that the extension brings, and what reads their texts.
    OWN = {
      "typeid" => AnyTypeid, "base62id" => BASE62ID, "base64uuid" => BASE64UUID,
      "uid11" => XID, "baseuid" => BASEUID, "ulid" => ULID
    }.freeze
    OF_UUIDS = %w[base62id base64uuid ulid].freeze
    private_constant :OF_UUIDS

    @kinds = OWN.dup
    @stored = []
    @uuids = []

    class << self
      # @api private
      attr_reader :kinds, :stored, :uuids

      # An id type that typeid_create_type() made, before there is a connection.
      #
      #   Base62id::Rails.id_type("user_id", Base62id.kind("user"))
      #   Base62id::Rails.id_type("user_id", Base62id.kind("user"), stored: "uuid")
      #
      # @param name [String] of the type
      # @param kind [Kind] its kind
      # @param stored [String, nil] "uuid": its columns are of core's uuid, or of the type by now,
      #   and the program sees ids
      # @return [void]
      # @raise [ArgumentError] if the kind's ids are no UUIDs that a column can have
      def id_type(name, kind, stored: nil)
        raise ArgumentError, "#{kind.inspect} is no kind" unless kind.is_a?(Kind)

        if stored
          raise ArgumentError, "stored is \"uuid\"" unless stored.to_s == "uuid"
          raise ArgumentError, "a column of uuid has no mask and no number" unless uuids?(kind)
        end
        kinds[name.to_s] = kind
        @stored.delete(name.to_s)
        @stored.push(name.to_s) if stored
        ActiveSupport.on_load(:active_record) { Rails.define_type(name.to_s) }
      end

      # For a program that knows UUIDs, with base62id.output = uuid: columns of base62id, base64uuid
      # and ulid are columns of uuid to ActiveRecord.
      #
      #   Base62id::Rails.as_uuid
      #
      # @param told [Boolean] false: they are columns of their types again
      # @return [void]
      def as_uuid(told = true) # rubocop:disable Style/OptionalBooleanParameter
        @uuids = told ? OF_UUIDS : []
      end

      # @api private
      def uuids?(kind) = kind.is_a?(UuidKind)

      # The name of the id type over uuid whose type prefix a text has.
      # @api private
      def stored_of(text)
        stored.find { |name| text.start_with?("#{kinds[name].prefix}_") }
      end
    end
  end
end

ActiveSupport.on_load(:active_record) do
  require "active_record/connection_adapters/postgresql_adapter"
  require "base62id/rails/types"
  require "base62id/rails/validator"
  require "base62id/rails/schema"
  require "base62id/rails/associations"
  require "base62id/rails/queries"
end
