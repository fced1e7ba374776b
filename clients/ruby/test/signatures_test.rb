# frozen_string_literal: true

require_relative "helper"
require "base62id/testing"

# sig/ has every public method of these classes, and no other.
class SignaturesTest < Minitest::Test
  TEXT = File.read(File.expand_path("../sig/base62id.rbs", __dir__))
  CLASSES = [
    Base62id::InvalidId, Base62id::Kind, Base62id::UuidKind, Base62id::XidKind,
    Base62id::BaseuidKind, Base62id::Numbers, Base62id::Testing::Seeded
  ].freeze

  def signed(name)
    body = TEXT[/^( *)class #{name}\b.*?\n(.*?)^\1end$/m, 2].to_s
    body.scan(/^ *(?:def|attr_reader) ([a-z_=?]+):/).flatten
  end

  def test_a_class_has_the_methods_of_its_signature
    CLASSES.each do |one|
      own = one.public_instance_methods(false).map(&:to_s) - %w[inspect to_s]
      assert_equal own.sort, signed(one.name.split("::").last).sort, one.name
    end
  end

  def test_rbs_reads_the_signatures
    begin
      require "rbs"
    rescue LoadError
      skip "no rbs"
    end
    loader = RBS::EnvironmentLoader.new
    loader.add(path: Pathname(__dir__).join("../sig"))
    environment = RBS::Environment.from_loader(loader).resolve_type_names
    builder = RBS::DefinitionBuilder.new(env: environment)
    CLASSES.each do |one|
      name = RBS::TypeName.new(name: one.name.split("::").last.to_sym,
                               namespace: RBS::Namespace.parse("::#{one.name[/.*::/]}"))
      assert builder.build_instance(name)
    end
  end
end
