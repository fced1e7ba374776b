// A client of Medusa's interfaces for its administration and for shops.
import { headers, must, operation, remember, request, stage, state } from "../client.mjs";

const get = (path) => request("GET", path);
const post = (path, body = {}) => request("POST", path, body);
const remove = (path) => request("DELETE", path);
// Medusa's ids are texts: a prefix and a ULID.
const is = (prefix, id) => {
    must(new RegExp(`^${prefix}_[0-7][0-9A-HJKMNP-TV-Z]{25}$`).test(id), `${id} is no ${prefix}`);
    return id;
};
const all = (items, has) =>
    must(items.length > 0 && items.every(has), `${items.length} items, not all as wanted`);
const one = (items, id) =>
    must(items.length === 1 && items[0].id === id, `${items.map((i) => i.id)} instead of ${id}`);

const made = {};
const admin = { email: "admin@example.com", password: "secret" };
const mail = `${stage}-${Date.now()}@example.com`;
const tag = stage.replace(/[^a-z]/g, "");

await operation(
    "log in",
    async () =>
        (headers.Authorization = `Bearer ${(await post("/auth/user/emailpass", admin)).token}`),
);
await operation("read oneself", async () =>
    must((made.user = (await get("/admin/users/me")).user.id).startsWith("user_"), "no user"),
);
await operation("find users by a list of ids", async () =>
    one(
        (await get(`/admin/users?id[]=${made.user}&id[]=user_01ARZ3NDEKTSV4RRFFQ69G5FAV`)).users,
        made.user,
    ),
);
await operation("the store", async () =>
    is("store", (made.store = (await get("/admin/stores")).stores[0].id)),
);

await operation("create a sales channel", async () =>
    is(
        "sc",
        (made.channel = (await post("/admin/sales-channels", { name: stage })).sales_channel.id),
    ),
);
await operation("create a publishable key", async () => {
    const { api_key } = await post("/admin/api-keys", { title: stage, type: "publishable" });
    is("apk", api_key.id);
    await post(`/admin/api-keys/${api_key.id}/sales-channels`, { add: [made.channel] });
    headers["x-publishable-api-key"] = api_key.token;
});
await operation("create a region", async () => {
    const country = { before: "de", typed: "fr", uuid: "it", id: "es" }[stage];
    made.region = is(
        "reg",
        (
            await post("/admin/regions", {
                name: stage,
                currency_code: "eur",
                countries: [country],
                payment_providers: ["pp_system_default"],
            })
        ).region.id,
    );
    made.country = country;
});
await operation("create a tax region", async () =>
    is(
        "txreg",
        (
            await post("/admin/tax-regions", {
                country_code: made.country,
                provider_id: "tp_system",
                default_tax_rate: { rate: 10, name: "VAT", code: `vat-${tag}` },
            })
        ).tax_region.id,
    ),
);
await operation("create a stock location", async () => {
    made.location = is(
        "sloc",
        (
            await post("/admin/stock-locations", {
                name: stage,
                address: { address_1: "x", country_code: made.country },
            })
        ).stock_location.id,
    );
    await post(`/admin/stock-locations/${made.location}/sales-channels`, { add: [made.channel] });
    await post(`/admin/stock-locations/${made.location}/fulfillment-providers`, {
        add: ["manual_manual"],
    });
});
await operation("create a shipping profile", async () =>
    is(
        "sp",
        (made.profile = (
            await post("/admin/shipping-profiles", { name: stage, type: tag })
        ).shipping_profile.id),
    ),
);
await operation("create a fulfillment set with a zone", async () => {
    const { stock_location } = await post(
        `/admin/stock-locations/${made.location}/fulfillment-sets?fields=*fulfillment_sets`,
        { name: stage, type: "shipping" },
    );
    const set = is("fuset", stock_location.fulfillment_sets[0].id);
    const { fulfillment_set } = await post(`/admin/fulfillment-sets/${set}/service-zones`, {
        name: stage,
        geo_zones: [{ type: "country", country_code: made.country }],
    });
    made.zone = is("serzo", fulfillment_set.service_zones[0].id);
});
await operation("create a shipping option", async () => {
    const { shipping_option } = await post("/admin/shipping-options", {
        name: stage,
        price_type: "flat",
        provider_id: "manual_manual",
        service_zone_id: made.zone,
        shipping_profile_id: made.profile,
        type: { label: "x", description: "x", code: tag },
        prices: [{ region_id: made.region, amount: 5 }],
    });
    made.shipping = is("so", shipping_option.id);
});

await operation("create a product category", async () => {
    made.parent = is(
        "pcat",
        (await post("/admin/product-categories", { name: `${stage} parent`, is_active: true }))
            .product_category.id,
    );
    made.category = (
        await post("/admin/product-categories", {
            name: stage,
            parent_category_id: made.parent,
            is_active: true,
        })
    ).product_category.id;
});
await operation("create a collection, a type and a tag", async () => {
    made.collection = is(
        "pcol",
        (await post("/admin/collections", { title: stage })).collection.id,
    );
    made.type = is("ptyp", (await post("/admin/product-types", { value: stage })).product_type.id);
    made.tag = is("ptag", (await post("/admin/product-tags", { value: stage })).product_tag.id);
});
const product = (title) => ({
    title: `${title} ${stage}`,
    status: "published",
    shipping_profile_id: made.profile,
    collection_id: made.collection,
    type_id: made.type,
    categories: [{ id: made.category }],
    tags: [{ id: made.tag }],
    sales_channels: [{ id: made.channel }],
    options: [{ title: "size", values: ["S", "M"] }],
    variants: ["S", "M"].map((size) => ({
        title: size,
        sku: `${title}-${size}-${stage}`,
        options: { size },
        prices: [{ currency_code: "eur", amount: 10 }],
    })),
});
await operation("create a product", async () => {
    const answer = (await post("/admin/products", product("shirt"))).product;
    made.product = is("prod", answer.id);
    made.variants = answer.variants.map((v) => is("variant", v.id));
});
await operation("create products, many at once", async () => {
    const { created } = await post("/admin/products/batch", {
        create: ["a", "b", "c", "d", "e"].map(product),
    });
    made.products = created.map((p) => is("prod", p.id));
});
await operation("read a product with what it relates to", async () => {
    const answer = (
        await get(
            `/admin/products/${made.product}?fields=*variants.prices,*categories,*tags,*collection,*type,*sales_channels,*options.values`,
        )
    ).product;
    must(
        answer.collection.id === made.collection &&
            answer.categories[0].id === made.category &&
            answer.tags[0].id === made.tag,
        "others",
    );
    must(
        answer.sales_channels[0].id === made.channel && answer.variants[0].prices[0].amount === 10,
        "others",
    );
});
await operation("find products by id", async () =>
    one((await get(`/admin/products?id=${made.product}`)).products, made.product),
);
await operation("find products by a list of ids", async () =>
    must(
        (await get(`/admin/products?${made.products.map((id) => `id[]=${id}`).join("&")}`))
            .count === 5,
        "not all",
    ),
);
await operation("find products by their category", async () =>
    must((await get(`/admin/products?category_id[]=${made.category}`)).count === 6, "not all"),
);
await operation("find products by their collection", async () =>
    must((await get(`/admin/products?collection_id[]=${made.collection}`)).count === 6, "not all"),
);
await operation("find products by their tag", async () =>
    must((await get(`/admin/products?tag_id[]=${made.tag}`)).count === 6, "not all"),
);
await operation("find products by their type", async () =>
    must((await get(`/admin/products?type_id[]=${made.type}`)).count === 6, "not all"),
);
await operation("find products by their sales channel", async () =>
    must((await get(`/admin/products?sales_channel_id[]=${made.channel}`)).count === 6, "not all"),
);
await operation("find products by a word", async () =>
    must(
        (await get(`/admin/products?q=shirt%20${stage}`)).products.some(
            (p) => p.id === made.product,
        ),
        "not found",
    ),
);
await operation("sort and page", async () => {
    const ids = (await get("/admin/products?order=id&limit=5&fields=id")).products.map((p) => p.id);
    must(ids.join() === [...ids].sort().join(), "not sorted");
});
await operation("change a product", async () =>
    must(
        (
            await post(`/admin/products/${made.product}`, {
                title: `changed ${stage}`,
                metadata: { of: made.user },
            })
        ).product.metadata.of === made.user,
        "not changed",
    ),
);
await operation("change a variant", async () =>
    must(
        (
            await post(`/admin/products/${made.product}/variants/${made.variants[0]}`, {
                barcode: `b-${stage}`,
            })
        ).product.id === made.product,
        "another",
    ),
);
await operation("find variants", async () =>
    all(
        (await get(`/admin/products/${made.product}/variants?fields=id,product_id`)).variants,
        (v) => made.variants.includes(v.id),
    ),
);
await operation("stock what is sold", async () => {
    const { variants } = await get(
        `/admin/products/${made.product}/variants?fields=*inventory_items`,
    );
    const item = (made.item = is(
        "iitem",
        variants.find((v) => v.id === made.variants[0]).inventory_items[0].inventory_item_id,
    ));
    const { inventory_item } = await post(
        `/admin/inventory-items/${item}/location-levels?fields=*location_levels`,
        { location_id: made.location, stocked_quantity: 100 },
    );
    must(inventory_item.location_levels[0].location_id === made.location, "another location");
});
await operation("create a customer group", async () =>
    is(
        "cusgroup",
        (made.group = (await post("/admin/customer-groups", { name: stage })).customer_group.id),
    ),
);
await operation("create a price list", async () => {
    const { price_list } = await post("/admin/price-lists", {
        title: stage,
        description: "x",
        type: "sale",
        status: "active",
        rules: { "customer.groups.id": [made.group] },
        prices: [{ variant_id: made.variants[1], currency_code: "eur", amount: 7 }],
    });
    must(
        (await get(`/admin/price-lists/${is("plist", price_list.id)}?fields=*prices`)).price_list
            .prices[0].amount === 7,
        "another price",
    );
});
await operation("create a promotion", async () => {
    const { promotion } = await post("/admin/promotions", {
        code: `TEN${tag}`,
        type: "standard",
        status: "active",
        application_method: {
            type: "percentage",
            target_type: "items",
            allocation: "across",
            value: 10,
            target_rules: [
                { attribute: "items.product.id", operator: "in", values: [made.product] },
            ],
        },
    });
    is("promo", promotion.id);
});

const shop = {};
await operation("register a customer", async () => {
    const { token } = await post("/auth/customer/emailpass/register", {
        email: mail,
        password: "secret",
    });
    shop.admin = headers.Authorization;
    headers.Authorization = `Bearer ${token}`;
    made.customer = is(
        "cus",
        (await post("/store/customers", { email: mail, first_name: stage })).customer.id,
    );
    headers.Authorization = `Bearer ${(await post("/auth/customer/emailpass", { email: mail, password: "secret" })).token}`;
    must((await get("/store/customers/me")).customer.id === made.customer, "another customer");
});
await operation("add an address", async () => {
    const { customer } = await post("/store/customers/me/addresses?fields=*addresses", {
        first_name: "a",
        last_name: "b",
        address_1: "x",
        city: "y",
        country_code: made.country,
        postal_code: "1",
    });
    is("cuaddr", customer.addresses[0].id);
});
await operation("see products in the shop", async () => {
    const { products } = await get(
        `/store/products?region_id=${made.region}&category_id[]=${made.category}&fields=*variants.calculated_price`,
    );
    must(
        products.length === 6 && products[0].variants[0].calculated_price.calculated_amount === 10,
        "not all",
    );
});
await operation("see a product in the shop", async () =>
    must((await get(`/store/products/${made.product}`)).product.id === made.product, "another"),
);
await operation("see the tree of categories", async () =>
    must(
        (await get(`/store/product-categories/${made.parent}?include_descendants_tree=true`))
            .product_category.category_children[0].id === made.category,
        "others",
    ),
);
await operation("begin a cart", async () => {
    made.cart = is(
        "cart",
        (
            await post("/store/carts", {
                region_id: made.region,
                sales_channel_id: made.channel,
                email: mail,
            })
        ).cart.id,
    );
    const { cart } = await post(`/store/carts/${made.cart}/line-items`, {
        variant_id: made.variants[0],
        quantity: 3,
    });
    shop.line = is("cali", cart.items[0].id);
});
await operation("change a line", async () =>
    must(
        (await post(`/store/carts/${made.cart}/line-items/${shop.line}`, { quantity: 2 })).cart
            .items[0].quantity === 2,
        "not changed",
    ),
);
await operation("use a promotion", async () =>
    must(
        (await post(`/store/carts/${made.cart}`, { promo_codes: [`TEN${tag}`] })).cart
            .discount_total > 0,
        "none",
    ),
);
await operation("say where to", async () => {
    const address = {
        first_name: "a",
        last_name: "b",
        address_1: "x",
        city: "y",
        country_code: made.country,
        postal_code: "1",
    };
    const { cart } = await post(`/store/carts/${made.cart}`, {
        shipping_address: address,
        billing_address: address,
    });
    is("caaddr", cart.shipping_address.id);
});
await operation("choose how it is shipped", async () => {
    const { shipping_options } = await get(`/store/shipping-options?cart_id=${made.cart}`);
    one(shipping_options, made.shipping);
    await post(`/store/carts/${made.cart}/shipping-methods`, { option_id: made.shipping });
});
await operation("choose how it is paid", async () => {
    shop.payment = is(
        "pay_col",
        (await post("/store/payment-collections", { cart_id: made.cart })).payment_collection.id,
    );
    await post(`/store/payment-collections/${shop.payment}/payment-sessions`, {
        provider_id: "pp_system_default",
    });
});
await operation("order", async () => {
    const answer = await post(`/store/carts/${made.cart}/complete`);
    must(answer.type === "order", JSON.stringify(answer).slice(0, 200));
    made.order = is("order", answer.order.id);
});
await operation("see the order", async () =>
    must(
        (await get(`/store/orders/${made.order}?fields=*items`)).order.items[0].variant_id ===
            made.variants[0],
        "another variant",
    ),
);
await operation("list the orders of a customer", async () =>
    one((await get("/store/orders")).orders, made.order),
);

await operation("go back to the administration", async () =>
    must((headers.Authorization = shop.admin), "never left"),
);
await operation("find orders", async () => {
    one(
        (await get(`/admin/orders?customer_id=${made.customer}&fields=*items,*customer`)).orders,
        made.order,
    );
    one((await get(`/admin/orders?id[]=${made.order}`)).orders, made.order);
});
await operation("capture the payment", async () => {
    const { order } = await get(`/admin/orders/${made.order}?fields=*payment_collections.payments`);
    await post(`/admin/payments/${is("pay", order.payment_collections[0].payments[0].id)}/capture`);
    must(
        (await get(`/admin/orders/${made.order}`)).order.payment_status === "captured",
        "not captured",
    );
});
await operation("fulfill the order", async () => {
    const { order } = await get(`/admin/orders/${made.order}?fields=*items`);
    const answer = await post(`/admin/orders/${made.order}/fulfillments?fields=*fulfillments`, {
        location_id: made.location,
        items: [{ id: is("ordli", order.items[0].id), quantity: 1 }],
    });
    is("ful", answer.order.fulfillments[0].id);
});
await operation("reservations are of the order", async () =>
    all(
        (await get(`/admin/reservations?inventory_item_id[]=${made.item}`)).reservations,
        (r) => r.location_id === made.location,
    ),
);
await operation("a draft order", async () =>
    is(
        "order",
        (
            await post("/admin/draft-orders", {
                email: mail,
                region_id: made.region,
                sales_channel_id: made.channel,
                customer_id: made.customer,
            })
        ).draft_order.id,
    ),
);
await operation("put customers into a group", async () => {
    await post(`/admin/customer-groups/${made.group}/customers`, { add: [made.customer] });
    one((await get(`/admin/customers?groups[]=${made.group}`)).customers, made.customer);
});
await operation("an invitation", async () =>
    is("invite", (await post("/admin/invites", { email: `i-${mail}` })).invite.id),
);
await operation("what an earlier stage has made", async () => {
    if (!state.product) return;
    must(
        (await get(`/admin/products/${state.product}?fields=*variants`)).product.variants[0].id ===
            state.variants[0],
        "another variant",
    );
    must(
        (await get(`/admin/orders/${state.order}?fields=*items`)).order.items[0].variant_id ===
            state.variants[0],
        "another variant",
    );
    one((await get(`/admin/customers?id[]=${state.customer}`)).customers, state.customer);
    must(
        (await get(`/admin/products?category_id[]=${state.category}`)).count >= 3,
        "not all of its category",
    );
});
await operation("delete a variant", () =>
    remove(`/admin/products/${made.product}/variants/${made.variants[1]}`),
);
await operation("delete a product", async () => {
    await remove(`/admin/products/${made.products[0]}`);
    must((await get(`/admin/products?id[]=${made.products[0]}`)).count === 0, "still there");
});
await operation("delete products, many at once", () =>
    post("/admin/products/batch", { delete: made.products.slice(1, 3) }),
);
await operation("delete a category", async () => {
    const { product_category } = await post("/admin/product-categories", { name: `${stage} gone` });
    await remove(`/admin/product-categories/${product_category.id}`);
});
remember(made);
