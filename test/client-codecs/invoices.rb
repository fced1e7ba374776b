# frozen_string_literal: true

# The example of public ids in Rails, over a model that knows find_by. Prints an answer a line.
require "base62id"
require_relative "../../examples/public-ids/public_id"

# Of invoices the second one is there.
Invoice = Struct.new(:id) do
  extend PublicId
  has_public_id "inv"

  def self.find_by(id:) = { 2 => new(2) }[id]
end

p Invoice.new(2).to_param
p Invoice.find_by_public_id("inv_7NhJVj3A6wb")&.id
p Invoice.find_by_public_id("inv_2y2L5mZefau")
p Invoice.find_by_public_id("2")
p Invoice.find_by_public_id('"inv_7NhJVj3A6wb"')
