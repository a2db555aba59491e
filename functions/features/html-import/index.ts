export { importedHtml } from './imported-html.ts';
