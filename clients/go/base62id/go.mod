module placeholder.invalid/base62id/clients/go/base62id

go 1.21
