export { HtmlImport } from './HtmlImport.tsx';
export { htmlWords } from './html-words.ts';
export { ImportedText } from './ImportedText.tsx';
