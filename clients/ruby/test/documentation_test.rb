# frozen_string_literal: true

require_relative "helper"
require "base62id/testing"

# The examples in the comments of lib/: an expression, and behind "# =>" what it gives.
class DocumentationTest < Minitest::Test
  LIBRARY = File.expand_path("../lib/base62id", __dir__)
  # An example, its value on the same line or on the next.
  EXAMPLE = /^ *# {3}(?<code>[A-Z{].*?)(?:\n *# {3})?(?: +|^)# => (?<value>.*)$/

  %w[kind numbers testing].each do |name|
    text = File.read("#{LIBRARY}/#{name}.rb")
    examples = text.scan(EXAMPLE)
    define_method("test_#{name} has examples") { refute_empty examples }
    examples.each do |code, value|
      define_method("test_#{name}: #{code}") do
        made = eval(code) # rubocop:disable Security/Eval
        if code.end_with?("generate")
          assert USER.is?(made)
        elsif value.start_with?("2")
          assert_equal value, made.inspect
        else
          assert_equal eval(value), made # rubocop:disable Security/Eval
        end
      end
    end
    define_method("test_each method of #{name} whose comment has @return has an example") do
      undocumented = text.scan(/((?:^ *#.*\n)*)^ *(?:def|attr_reader|alias) :?([a-z_=?]+)/)
                         .select { |comment, _| comment.include?("@return") }
                         .reject { |comment, _| comment.match?(/^ *# {3}/) }
      assert_empty undocumented
    end
  end
end
