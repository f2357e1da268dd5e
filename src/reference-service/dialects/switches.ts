/**
 * In what services of this kind differ. Each switch has values with a stable id, `switch=value`; the first one is the
 * standard dialect's. A dialect is one value for each switch, as plain data.
 */

export const SWITCHES = {
  ids: {
    number: 'Ids are numbers.',
    text: 'Ids are numbers written as text: "12".',
    uuid: 'Ids are UUIDs, whose order says nothing about age.',
    huge: 'Ids are numbers above 2^53, whose digits a double loses.'
  },
  flags: {
    digits: '`favorite` is 1 or 0.',
    booleans: '`favorite` is true or false.',
    text: '`favorite` is "1" or "0".',
    words: '`favorite` is "true" or "false".',
    null: '`favorite` is 1, or null instead of 0.',
    missing: 'Records do not say whether they are favorites.'
  },
  numbers: {
    number: 'Counts are numbers.',
    'text-size': '`per_page` is text, as it was sent; other counts are numbers.',
    text: 'Every count is text.'
  },
  dates: {
    iso: 'Dates as `2023-11-20T10:00:00.000000Z`.',
    sql: 'Dates as `2023-11-20 10:00:00`, which is UTC and does not say so.',
    zoned: 'Dates as an object of `date`, `timezone_type` and `timezone`.',
    seconds: 'Dates in seconds since 1970.',
    milliseconds: 'Dates in milliseconds since 1970.',
    zero: 'Dates as `0000-00-00 00:00:00`.',
    missing: 'Records have no dates.'
  },
  stamps: {
    created_at: 'Dates are called `created_at` and `updated_at`.',
    created: 'Dates are called `created` and `modified`.',
    createdAt: 'Dates are called `createdAt` and `updatedAt`.',
    date_created: 'Dates are called `date_created` and `date_updated`.',
    inserted_at: 'Dates are called `inserted_at` and `updated_at`.'
  },
  paging: {
    pages: '`page` counts from 1.',
    'from-zero': '`page` counts from 0: page 1 is the second.',
    simple: '`page` counts from 1; no answer tells a last page or a total.',
    cursor: '`page` is ignored; each answer tells the `cursor` of the next page.',
    ignored: '`page` is ignored: every page is the first.'
  },
  past: {
    empty: 'A page past the end is an empty list.',
    missing: 'A page past the end is answered 404.',
    refused: 'A page past the end is answered 422.'
  },
  totals: {
    told: 'Lists tell `total` and `last_page`.',
    missing: 'Lists tell neither `total` nor `last_page`.'
  },
  size: {
    asked: '`per_page` of 10, 25, 50 and 100 is obeyed.',
    capped: '`per_page` above 25 gives 25.',
    ignored: '`per_page` is ignored: pages have the usual size.'
  },
  usual: {
    interface: "The usual page size is the interface's: 100 images, 10 projects.",
    other: 'The usual page size is 15.'
  },
  list: {
    meta: 'Lists are `data` beside `links` and `meta`.',
    'meta-links': 'The same, and `meta.links` is a list of page links with labels.',
    flat: 'Lists have page numbers beside `data`, and `links` is a list.',
    array: 'Lists are a bare array: nothing tells where the page stands.',
    items: 'Lists are `success` and `data.items` with `data.total`.',
    named: 'Lists are called `images` or `projects`, beside `pagination`.',
    results: 'Lists are `results` beside `count`, `next` and `previous`.',
    links: 'Lists are `data` beside `links` alone; each link is an object with `href`.'
  },
  record: {
    wrapped: 'A record stands under `data`, beside `status`.',
    bare: 'A record is the whole answer.',
    success: 'A record stands under `data`, beside `success`.',
    named: 'A record stands under `data.image`.',
    resource: 'Each record is `id`, `type` and `attributes`, with hyphens in names; a single one stands under `data`.'
  },
  unknown: {
    replaced: 'Unknown values of `sort`, `sort_by`, `search_by` and `per_page` read as the default.',
    refused: 'Unknown values of `sort`, `sort_by`, `search_by` and `per_page` are answered 422.'
  },
  search: {
    like: '`search` is LIKE: `%` and `_` are wildcards, "0" is ignored.',
    plain: '`search` finds the text as it is.',
    ignored: '`search` is ignored.'
  },
  filter: {
    digits: 'The favorite filter takes 1 and 0; words are ignored.',
    words: 'The favorite filter takes true and false; digits are ignored.',
    both: 'The favorite filter takes 1, 0, true and false.',
    ignored: 'The favorite filter is ignored.'
  },
  favorite: {
    digits: 'An update takes `favorite` as 1 and 0; words are answered 422.',
    words: 'An update takes `favorite` as true and false; digits are answered 422.',
    both: 'An update takes `favorite` as 1, 0, true and false.'
  },
  demands: {
    lenient: 'An update may leave out `results` and `favorite`.',
    strict: 'An update without `results`, with an empty list, or without `favorite` is answered 422.'
  },
  carrier: {
    brackets: 'An update has its list as `results[]=x` or `results[0]=x`, an empty one as `results[]=`.',
    numbered: 'An update has its list as `results[0]=x` or in a JSON body; an empty one only as JSON.',
    json: 'An update has its list in a JSON body.',
    repeated: 'An update has its list as `results=x`, repeated; there is no empty one.',
    last: 'Of `results[0]=x&results[1]=y` only the last item is kept; a JSON body keeps all.'
  },
  put: {
    partial: 'PUT and PATCH change what is sent and leave the rest.',
    replaces: 'PUT replaces the record: what is not sent becomes null. PATCH leaves the rest.',
    'blanks-name': 'PUT without `name` empties the name; what else is not sent stays.',
    refused: 'PUT is answered 405; PATCH works.'
  },
  verbs: {
    all: 'Every method gets through.',
    spoofed: 'PUT, PATCH and DELETE are answered 405; POST with `_method` stands in for them.'
  },
  results: {
    never: 'Records do not carry `results`.',
    show: 'A single record carries `results`; the list does not.',
    list: 'Records carry `results` in the list as well.'
  },
  entries: {
    text: '`results` is a list of addresses.',
    objects: '`results` is a list of objects with `url`.'
  },
  description: {
    never: 'Records do not carry `description`.',
    told: 'Records carry `description`.'
  },
  create: {
    inside: 'A create is answered 201 when the picture is made.',
    accepted:
      'A create is answered 202 at once with a record whose `status` is "processing"; it becomes "ready" later.',
    processing: 'The same, with 201.',
    unnamed: 'A create is answered 202 at once, without a record.'
  },
  deletion: {
    removes: 'What is deleted is gone: 404.',
    hides: 'What is deleted leaves the list; show still answers it, with `deleted_at`.',
    flags: 'What is deleted stays in list and show, with `deleted_at`.'
  },
  deleted: {
    told: 'A delete answers `id`, `object` ("image", or "report" for a project) and `deleted`.',
    success: 'A delete answers `success` and a message.',
    record: 'A delete answers the record that is gone.',
    'no-content': 'A delete answers 204 without a body.',
    empty: 'A delete answers 200 without a body.'
  },
  projects: {
    'by-name': 'Projects have no id and are deleted by name.',
    'by-id': 'Projects have an `id` and are deleted by it; a name is answered 404.',
    'by-id-with-next': 'The same, and the project listed next is deleted along with it.',
    'ids-as-names': 'The `id` of each project is the name of the project listed next; they are deleted by name.'
  },
  errors: {
    'message-map': 'A 422 has its fields inside `message`.',
    'errors-map': 'A 422 has a text in `message` and its fields in `errors`.',
    'errors-list': 'A 422 has a list of `field` and `message` in `errors`.',
    root: 'A 400 has its fields at the root; other failures are one text in `detail`.',
    'errors-alone': 'A 422 is `errors` alone, a map; other failures are `status` and `error`.',
    pointers: 'Failures are a list in `errors`, each with `detail`; those of fields have `source.pointer`.',
    text: 'Every failure is one text in `error`.',
    problem: 'Failures are `title`, `detail` and `status`, of type application/problem+json.'
  },
  failures: {
    status: 'A failure is told by its status.',
    inside: 'Failures of the application come with status 200, `success` false and `status` in the body.'
  },
  messages: {
    english: 'Messages are English.',
    german: 'Messages are German.'
  },
  pictures: {
    absolute: 'Picture addresses are absolute.',
    rooted: 'Picture addresses begin with `/`.',
    relative: 'Picture addresses are meant from the address of the service.',
    name: 'Records tell the file name of a picture only, in `result`.'
  },
  picture: {
    url: 'The picture address stands in `url`.',
    image_url: 'The picture address stands in `image_url`.',
    image: 'The picture address stands in `image`.',
    src: 'The picture address stands in `src`.'
  },
  rate: {
    typical: '`X-RateLimit-Limit` and `-Remaining`; a refusal also has `Retry-After` and `-Reset`.',
    none: 'No answer tells anything about the pace.',
    'retry-after': 'Only a refusal tells something: `Retry-After`.',
    'reset-epoch': 'Every answer also has `X-RateLimit-Reset`, in seconds since 1970.',
    'reset-seconds': 'Every answer also has `X-RateLimit-Reset`, in seconds from now.',
    ietf: '`RateLimit-Limit`, `-Remaining`, `-Reset` and `-Policy`, without `X-`.',
    'ietf-items': '`RateLimit` and `RateLimit-Policy` with named items.'
  },
  json: {
    escaped: 'JSON is compact, with `\\/` and `\\uXXXX`.',
    plain: 'JSON is compact, with letters as they are.'
  },
  errorJson: {
    same: 'JSON of failures is written like any other.',
    pretty: 'JSON of failures is written over several lines.'
  },
  mount: {
    root: 'The interface stands at the root of the host.',
    below: 'The interface stands below `/ai/public`.'
  }
} as const

export type Switch = keyof typeof SWITCHES
export type SwitchValue<S extends Switch> = keyof (typeof SWITCHES)[S]

/** One value for each switch. */
export type ServiceDialect = { readonly [S in Switch]: SwitchValue<S> }

/** In the order in which documents list them. */
export const SWITCH_NAMES = Object.keys(SWITCHES) as readonly Switch[] // the keys of a constant

/** Values of one switch, the standard one first. */
export const valuesOf = (name: Switch): readonly string[] => Object.keys(SWITCHES[name])
