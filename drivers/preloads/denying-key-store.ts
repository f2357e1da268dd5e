/** Preload: the keychain responds as if the user denied access. */
import keytar from 'keytar'

const deny = (): Promise<never> => Promise.reject(new Error('The prompt was dismissed'))
Object.assign(keytar, { getPassword: deny, setPassword: deny })
