import { useEffect, useRef } from 'react';
import { useSearchValues, useSetSearch } from '../../../app/address/address.ts';
import { type ReportPage, wantedPage } from '../layer/page-tabs.ts';
import { drive, markPage, useReportState } from '../layer/report-layer-store.ts';

/** Opens a page of the current report and activates its tab immediately. */
export function openPage(name: string): void {
  markPage(name);
  void drive('setPage', name);
}

const none: readonly ReportPage[] = [];

/** Keeps the report's page and `?page=` in sync, in both directions; the report's default page needs no parameter. */
export function usePageAddress(reportId: string, hiddenPages: boolean): void {
  const { page: asked } = useSearchValues();
  const setSearch = useSetSearch();
  const pages = useReportState(reportId)?.pages ?? none;
  const active = pages.find((page) => page.active)?.name;
  const written = useRef<{ active: string | undefined; asked: string | undefined }>({ active: undefined, asked });

  // The address bar and the report can both change the page: each change is applied to the other side once.
  useEffect(() => {
    const before = written.current;
    written.current = { active, asked };
    if (!active) return;
    if (asked !== before.asked && asked !== active) {
      const page = wantedPage(pages, asked, hiddenPages);
      if (page) openPage(page.name);
    } else if (before.active && active !== before.active && asked !== active) {
      setSearch({ page: active }, { replace: true });
    }
  }, [active, asked, pages, hiddenPages, setSearch]);
}
