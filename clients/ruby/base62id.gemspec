# frozen_string_literal: true

require_relative "lib/base62id/version"

Gem::Specification.new do |gem|
  gem.name = "base62id"
  gem.version = Base62id::VERSION
  gem.summary = "The ids of the PostgreSQL extension base62id"
  gem.description = "Makes, reads and checks TypeIDs, ULIDs, base62ids, base64uuids and uid11s " \
                    "as the PostgreSQL extension base62id does; adapters for Rails and Sequel."
  gem.authors = ["The base62id authors"]
  gem.license = "PostgreSQL"
  gem.required_ruby_version = ">= 3.1"
  gem.files = Dir["lib/**/*.rb", "sig/**/*.rbs", "README.md", "LICENSE"]
  gem.metadata = { "rubygems_mfa_required" => "true" }
end
