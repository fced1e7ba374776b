# frozen_string_literal: true

require "base62id"
require "minitest/autorun"

USER = Base62id.kind("user")
INVOICE = Base62id.kind("inv", notation: "uid11")
ID = "user_01h455vb4pex5vsknk084sn02q"
UUID = "01890a5d-ac96-774b-bcce-b302099a8057" # the same id
NOTATIONS_OF_UUIDS = %w[typeid ulid base62id base64uuid uuid hex].freeze
KEY = [*0..15].pack("C*").freeze # of masked numbers

# In the place of a generator of random numbers: the octets 1, 2, 3 and so on.
class Counter
  def initialize
    @octet = 0
  end

  def bytes(count) = Array.new(count) { @octet += 1 }.pack("C*")
end
