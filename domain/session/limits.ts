/** How many times the idle timeout a session can live while it is used. */
export const longestLives = 3;
