# Rails: opaque ids in URLs over bigint keys, in the place of has_prefix_id.  Copy clients/ruby/base62id.rb beside it.
module PublicId
  KEY = [ENV.fetch("BASE62ID_MASK_KEY")].pack("H*") # the 32 digits after "1:" in the server's key file

  def has_public_id(prefix)
    define_method(:public_id) { Base62id.from_number(id, prefix, KEY) }
    define_method(:to_param) { public_id }
    define_singleton_method(:find_by_public_id) do |text|
      find_by(id: Base62id.to_number(text, prefix, KEY)) if Base62id.valid?("uid11", text, prefix)
    end
  end
end
