module placeholder.invalid/base62id/clients/go/base62idpgx

go 1.21

require (
	github.com/jackc/pgx/v5 v5.5.0
	placeholder.invalid/base62id/clients/go/base62id v1.0.0
)

replace placeholder.invalid/base62id/clients/go/base62id => ../base62id
