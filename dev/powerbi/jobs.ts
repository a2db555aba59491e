import type { RowRule } from './model/query.ts';
import type { QueryFilter } from './model/types.ts';
import type { ExportFault, ImportFault } from './sentinels.ts';

export type ExportJob = {
  id: string;
  appId: string;
  workspaceId: string;
  reportId: string;
  reportName: string;
  format: string;
  pages: string[];
  filters: QueryFilter[];
  pageFilters: Record<string, QueryFilter[]>;
  month: string | null;
  rule: RowRule;
  who: string | null;
  locale: string;
  startedAt: number;
  /** When its capacity was paused under it. */
  stoppedAt: number | null;
  fault: ExportFault | null;
};
export type ImportJob = {
  id: string;
  appId: string;
  profileId: string | null;
  workspaceId: string;
  name: string;
  startedAt: number;
  fault: ImportFault | null;
  /** The fault of the file; null for a valid one. */
  wrong: string | null;
  /** Null until it is published. */
  made: { reportId: string; datasetId: string } | null;
  replaces: { reportId: string } | null;
};
export type Upload = {
  id: string;
  appId: string;
  endsAt: number;
  bytes: number;
  head: Uint8Array;
  blocks: Map<string, { bytes: number; head: Uint8Array }>;
};

const most = { exports: 200, imports: 200, uploads: 100 };

/** Keeps only the newest of a kind, so that long runs don't fill the memory. */
function shelf<T extends { id: string }>(size: number) {
  const kept = new Map<string, T>();
  return {
    add(item: T): T {
      const [oldest] = kept.keys();
      if (kept.size >= size && oldest !== undefined) kept.delete(oldest);
      kept.set(item.id, item);
      return item;
    },
    get: (id: string | undefined): T | undefined => (id === undefined ? undefined : kept.get(id)),
    all: (): T[] => [...kept.values()],
    clear: (): void => kept.clear(),
  };
}

export type Jobs = ReturnType<typeof makeJobs>;

/** Exports, imports and temporary uploads. Only the size and first bytes of files are kept; exports are generated when fetched. */
export function makeJobs() {
  const exports = shelf<ExportJob>(most.exports);
  const imports = shelf<ImportJob>(most.imports);
  const uploads = shelf<Upload>(most.uploads);
  return {
    ...{ exports, imports, uploads },
    reset(): void {
      for (const kind of [exports, imports, uploads]) kind.clear();
    },
  };
}
