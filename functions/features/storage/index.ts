export { signedFrame } from './external-frame.ts';
