# Rails: opaque ids in URLs over bigint keys, in the place of has_prefix_id.  It needs the gem base62id.
module PublicId
  KEY = [ENV.fetch("BASE62ID_MASK_KEY")].pack("H*") # the 32 digits after "1:" in the server's key file

  def has_public_id(prefix)
    kind = Base62id.kind(prefix, notation: "uid11", masked: true)
    numbers = Base62id.numbers(kind, KEY)
    define_method(:public_id) { numbers.encode(id) }
    define_method(:to_param) { public_id }
    define_singleton_method(:find_by_public_id) do |text|
      find_by(id: numbers.decode(text)) if kind.is?(text)
    end
  end
end
