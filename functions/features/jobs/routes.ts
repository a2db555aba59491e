import { leaveLetter, retryLetter } from './change-dead-letter.ts';
import { exportLetters, findLetters } from './list-dead-letters.ts';

export const routes = [exportLetters, findLetters, retryLetter, leaveLetter];
