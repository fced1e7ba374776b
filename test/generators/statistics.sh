# Statistics over what one session draws in a row; statistics.cpp says what is tested.
# shellcheck shell=bash

statistics xid xid ids_of_server 'xid_new()'
statistics uuidv7 uuidv7 ids_of_server 'typeid_uuid_generate_v7()'
statistics baseuid baseuid ids_of_server 'baseuid_new()'
