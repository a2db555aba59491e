export { WaysArea } from './WaysArea.tsx';
