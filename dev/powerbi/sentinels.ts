import type { Effect } from './faults.ts';
import type { PageFault } from './model/types.ts';

const exportWords = ['fails', 'busy', 'stuck'] as const;
const importWords = ['fails', 'stuck'] as const;
const pageWords: Record<string, PageFault> = { 'page-error': 'error', 'never-rendered': 'never_rendered', 'wrong-origin': 'wrong_origin' };

export type ExportFault = NonNullable<Effect['exportFault']>;
export type ImportFault = NonNullable<Effect['importFault']>;

// A report or file with such a name always triggers the fault, so that it can be shown by hand (STYLE 27).

export const exportSentinel = (name: string): ExportFault | null =>
  exportWords.find((word) => name.toLowerCase().includes(`export-${word}`)) ?? null;
export const importSentinel = (name: string): ImportFault | null =>
  importWords.find((word) => name.toLowerCase().includes(`import-${word}`)) ?? null;

export const pageSentinel = (name: string): PageFault | null =>
  Object.entries(pageWords).find(([word]) => name.toLowerCase().includes(word))?.[1] ?? null;
