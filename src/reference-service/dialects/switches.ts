/**
 * Differences between services of this kind. Each switch has values with a stable id, `switch=value`; the first one
 * belongs to the standard dialect. A dialect is one value for each switch, as plain data.
 */

export const SWITCHES = {
  ids: {
    number: 'IDs are numbers.',
    text: 'IDs are numbers as text: "12".',
    uuid: 'IDs are UUIDs, whose order is unrelated to age.',
    huge: 'IDs are numbers above 2^53, which a double cannot hold exactly.'
  },
  flags: {
    digits: '`favorite` is 1 or 0.',
    booleans: '`favorite` is true or false.',
    text: '`favorite` is "1" or "0".',
    words: '`favorite` is "true" or "false".',
    null: '`favorite` is 1 or null.',
    missing: 'Records have no `favorite`.'
  },
  numbers: {
    number: 'Counts are numbers.',
    'text-size': '`per_page` is text, as in the request; other counts are numbers.',
    text: 'Every count is text.'
  },
  dates: {
    iso: 'Dates as `2023-11-20T10:00:00.000000Z`.',
    sql: 'Dates as `2023-11-20 10:00:00`, in UTC without a time zone.',
    zoned: 'Dates as an object of `date`, `timezone_type` and `timezone`.',
    seconds: 'Dates in seconds since 1970.',
    milliseconds: 'Dates in milliseconds since 1970.',
    zero: 'Dates as `0000-00-00 00:00:00`.',
    missing: 'Records have no dates.'
  },
  stamps: {
    created_at: 'Dates are named `created_at` and `updated_at`.',
    created: 'Dates are named `created` and `modified`.',
    createdAt: 'Dates are named `createdAt` and `updatedAt`.',
    date_created: 'Dates are named `date_created` and `date_updated`.',
    inserted_at: 'Dates are named `inserted_at` and `updated_at`.'
  },
  paging: {
    pages: '`page` counts from 1.',
    'from-zero': '`page` counts from 0: page 1 is the second page.',
    simple: '`page` counts from 1; responses have no last page and no total.',
    cursor: '`page` is ignored; each response has the `cursor` of the next page.',
    ignored: '`page` is ignored: every response is the first page.'
  },
  past: {
    empty: 'A page past the end is an empty list.',
    missing: 'A page past the end returns 404.',
    refused: 'A page past the end returns 422.'
  },
  totals: {
    included: 'Lists have `total` and `last_page`.',
    missing: 'Lists have neither `total` nor `last_page`.'
  },
  size: {
    asked: '`per_page` of 10, 25, 50, and 100 is accepted.',
    capped: '`per_page` above 25 counts as 25.',
    ignored: '`per_page` is ignored: pages have the default size.'
  },
  usual: {
    interface: 'The default page size is 100 images or 10 projects.',
    other: 'The default page size is 15.'
  },
  list: {
    meta: 'Lists are `data` next to `links` and `meta`.',
    'meta-links': 'The same, and `meta.links` is a list of page links with labels.',
    flat: 'Lists have page numbers next to `data`, and `links` is a list.',
    array: 'Lists are an array without any page numbers.',
    items: 'Lists are `success` and `data.items` with `data.total`.',
    named: 'Lists are `images` or `projects` next to `pagination`.',
    results: 'Lists are `results` next to `count`, `next`, and `previous`.',
    links: 'Lists are `data` next to `links`; each link is an object with `href`.'
  },
  record: {
    wrapped: 'A record is in `data`, next to `status`.',
    bare: 'A record is the whole response.',
    success: 'A record is in `data`, next to `success`.',
    named: 'A record is in `data.image`.',
    resource: 'Each record is `id`, `type`, and `attributes`, with hyphens in names; a single one is in `data`.'
  },
  unknown: {
    replaced: 'Unknown values of `sort`, `sort_by`, `search_by`, and `per_page` count as the default.',
    refused: 'Unknown values of `sort`, `sort_by`, `search_by`, and `per_page` return 422.'
  },
  search: {
    like: '`search` is LIKE: `%` and `_` are wildcards, "0" is ignored.',
    plain: '`search` finds the exact text.',
    ignored: '`search` is ignored.'
  },
  filter: {
    digits: 'The favorites filter accepts 1 and 0; words are ignored.',
    words: 'The favorites filter accepts true and false; digits are ignored.',
    both: 'The favorites filter accepts 1, 0, true, and false.',
    ignored: 'The favorites filter is ignored.'
  },
  favorite: {
    digits: 'An update accepts `favorite` as 1 and 0; words return 422.',
    words: 'An update accepts `favorite` as true and false; digits return 422.',
    both: 'An update accepts `favorite` as 1, 0, true, and false.'
  },
  demands: {
    lenient: 'An update can omit `results` and `favorite`.',
    strict: 'An update without `results`, with an empty list, or without `favorite` returns 422.'
  },
  carrier: {
    brackets: 'An update accepts lists as `results[]=x` or `results[0]=x`, and an empty one as `results[]=`.',
    numbered: 'An update accepts lists as `results[0]=x` or in a JSON body, and an empty one only as JSON.',
    json: 'An update accepts lists only in a JSON body.',
    repeated: 'An update accepts lists as `results=x`, repeated, and no empty one.',
    last: 'Of `results[0]=x&results[1]=y` only the last item is kept; a JSON body keeps all.'
  },
  put: {
    partial: 'PUT and PATCH change only the fields that are sent.',
    replaces: 'PUT sets fields that are not sent to null. PATCH keeps them.',
    'blanks-name': 'PUT without `name` empties the name and keeps other fields.',
    refused: 'PUT returns 405; PATCH works.'
  },
  verbs: {
    all: 'All methods are allowed.',
    spoofed: 'PUT, PATCH, and DELETE return 405; POST with `_method` replaces them.'
  },
  results: {
    never: 'Records have no `results`.',
    show: 'Single records have `results`; lists do not.',
    list: 'Records have `results` in lists, too.'
  },
  entries: {
    text: '`results` is a list of URLs.',
    objects: '`results` is a list of objects with `url`.'
  },
  description: {
    never: 'Records have no `description`.',
    included: 'Records have `description`.'
  },
  create: {
    inside: 'A create returns 201 when the image is ready.',
    accepted: 'A create returns 202 at once with a record whose `status` is "processing" and later "ready".',
    processing: 'The same, with 201.',
    unnamed: 'A create returns 202 at once, without a record.'
  },
  deletion: {
    removes: 'Deleted records return 404.',
    hides: 'Deleted records leave the list, but can be read one by one with `deleted_at`.',
    flags: 'Deleted records stay in the list and can be read, with `deleted_at`.'
  },
  deleted: {
    flag: 'A deletion returns `id`, `object` ("image", or "report" for a project), and `deleted`.',
    success: 'A deletion returns `success` and a message.',
    record: 'A deletion returns the deleted record.',
    'no-content': 'A deletion returns 204 without a body.',
    empty: 'A deletion returns 200 without a body.'
  },
  projects: {
    'by-name': 'Projects have no ID and are deleted by name.',
    'by-id': 'Projects have an `id` and are deleted by it; a name returns 404.',
    'by-id-with-next': 'The same, and the next project in the list is deleted with it.',
    'ids-as-names': 'The `id` of each project is the name of the next one in the list; they are deleted by name.'
  },
  errors: {
    'message-map': 'A 422 has its fields inside `message`.',
    'errors-map': 'A 422 has a text in `message` and its fields in `errors`.',
    'errors-list': 'A 422 has a list of `field` and `message` in `errors`.',
    root: 'A 400 has its fields at the root; other failures are one text in `detail`.',
    'errors-alone': 'A 422 is only `errors`, a map; other failures are `status` and `error`.',
    pointers: 'Failures are a list in `errors`, each with `detail`, and for fields with `source.pointer`.',
    text: 'Every failure is one text in `error`.',
    problem: 'Failures are `title`, `detail`, and `status`, of type application/problem+json.'
  },
  failures: {
    status: 'Failures have an error status.',
    inside: 'Failures have status 200, with `success` false and the real `status` in the body.'
  },
  messages: {
    english: 'Messages are English.',
    german: 'Messages are German.'
  },
  pictures: {
    absolute: 'Image URLs are absolute.',
    rooted: 'Image URLs begin with `/`.',
    relative: 'Image URLs are relative to the address of the service.',
    name: 'Records have only the file name of an image, in `result`.'
  },
  picture: {
    url: 'The image URL is in `url`.',
    image_url: 'The image URL is in `image_url`.',
    image: 'The image URL is in `image`.',
    src: 'The image URL is in `src`.'
  },
  rate: {
    typical: '`X-RateLimit-Limit` and `-Remaining`; a 429 also has `Retry-After` and `-Reset`.',
    none: 'No headers about the rate limit.',
    'retry-after': 'Only a 429 has a header: `Retry-After`.',
    'reset-epoch': 'Every response also has `X-RateLimit-Reset`, in seconds since 1970.',
    'reset-seconds': 'Every response also has `X-RateLimit-Reset`, in seconds from now.',
    ietf: '`RateLimit-Limit`, `-Remaining`, `-Reset`, and `-Policy`, without `X-`.',
    'ietf-items': '`RateLimit` and `RateLimit-Policy` with named items.'
  },
  json: {
    escaped: 'JSON is compact, with `\\/` and `\\uXXXX`.',
    plain: 'JSON is compact, with unescaped letters.'
  },
  errorJson: {
    same: 'JSON of failures looks like any other.',
    pretty: 'JSON of failures has several lines.'
  },
  mount: {
    root: 'The API is at the root of the host.',
    below: 'The API is below `/ai/public`.'
  }
} as const

export type Switch = keyof typeof SWITCHES
export type SwitchValue<S extends Switch> = keyof (typeof SWITCHES)[S]

/** One value for each switch. */
export type ServiceDialect = { readonly [S in Switch]: SwitchValue<S> }

/** Names in the order of the documents. */
export const SWITCH_NAMES = Object.keys(SWITCHES) as readonly Switch[] // exactly the keys

/** Returns the values of a switch, the standard one first. */
export const valuesOf = (name: Switch): readonly string[] => Object.keys(SWITCHES[name])
