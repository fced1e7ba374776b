\echo Use "CREATE EXTENSION base62id" to load this file. \quit
