export { signInSentence } from './sign-in-words.ts';
