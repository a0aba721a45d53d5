/** Where somebody who is new here makes an account; who has one goes on from there to the sign-in. */
export const SIGN_UP_PATH = '/auth?sign-up'
