export { signedFrame } from './external-frame.ts';
export { signedUrl } from './signed-url.ts';
