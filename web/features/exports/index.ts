export { useExportPart } from './use-export-part.tsx';
