export { ScimArea } from './ScimArea.tsx';
