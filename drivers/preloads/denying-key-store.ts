/** Loaded before the app: its key store answers as a desktop does whose question was turned down. */
import keytar from 'keytar'

const turnDown = (): Promise<never> => Promise.reject(new Error('The prompt was dismissed'))
Object.assign(keytar, { getPassword: turnDown, setPassword: turnDown })
