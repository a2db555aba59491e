export { enterPortal } from './enter-portal.ts';
export { Field } from './Field.tsx';
export { HoursBelow } from './HoursBelow.tsx';
export { OtherWays } from './OtherWays.tsx';
export { PasswordField } from './PasswordField.tsx';
export { signInSentence } from './sign-in-words.ts';
