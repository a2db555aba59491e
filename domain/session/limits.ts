/** A session that is used lives so many times as long as one that isn't. */
export const longestLives = 3;
