export { SamlArea } from './SamlArea.tsx';
