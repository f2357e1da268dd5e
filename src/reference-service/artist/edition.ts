/** Changes with the drawings, so that pictures kept from an earlier artist are not mistaken for today's. */
export const ARTIST_EDITION = 'edition-1'
