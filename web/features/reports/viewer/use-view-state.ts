import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { isOn } from '../../../../domain/contract/flag.ts';
import { viewLimits } from '../../../../domain/report-views/limits.ts';
import type { OpenView, ViewContent } from '../../../../domain/report-views/view.ts';
import type { ReportView } from '../../../../domain/reports/contract.ts';
import { useSearchValues, useSetSearch } from '../../../app/address/address.ts';
import { useTranslation } from '../../../i18n.ts';
import { toast } from '../../../ui/toast.ts';
import { changesOfRest, getRest } from '../layer/frame-filters.ts';
import { askFrame, drive, layerState, openOriginal, updateLayer, useReportState } from '../layer/report-layer-store.ts';
import { reportQuery, viewQuery } from '../queries.ts';
import { forgetFilters, keepFilters } from './keep-filters.ts';
import type { Opened } from './use-opening.ts';

const settleMs = 700;

/** Each report's state as its author made it; an equal state is not stored. */
const originals = new Map<string, string>();

export type ViewState = {
  view: OpenView | null;
  changed: boolean;
  asLeft: boolean;
  capture: () => Promise<string | null>;
  moment: () => Promise<ViewContent | null>;
  openView: (id: string) => void;
  openOriginal: () => void;
};

const capture = () => askFrame('capture');
/** Presses inside the frame reach none of our listeners, but the frame takes focus. */
const isInFrame = () => document.activeElement?.tagName === 'IFRAME';

async function moment(): Promise<ViewContent | null> {
  const state = await capture();
  if (!state) return null;
  const page = layerState().pages.find(({ active }) => active);
  const rest = getRest((await askFrame('choices')) ?? []);
  return { state, page: page?.name ?? null, pageTitle: page?.title ?? null, rest: rest.length > viewLimits.rest ? '[]' : rest };
}

/** Restores a view's selections when its state no longer applies. */
async function applyRest(view: OpenView): Promise<void> {
  const changes = changesOfRest(view.rest, (await askFrame('choices')) ?? []);
  if (changes.length > 0) await drive('changeFilters', changes);
}

/**
 * The open view, what changed since, and the filters stored for the next visit (BEHAVIOUR 17): saved shortly after each change
 * and on leaving, deleted when the report is back to its author's state.
 */
export function useViewState(reportId: string, facts: ReportView | undefined, opened: Opened, personal: boolean): ViewState {
  const { t } = useTranslation();
  const client = useQueryClient();
  const setSearch = useSetSearch();
  const { view: asked } = useSearchValues();
  const layer = useReportState(reportId);
  const standing = personal && layer?.phase === 'rendered' && !layer.problem;
  const { touches = 0, attempt = 0, plain = false, stateRefused = false, view: shownId = null } = layer ?? {};
  const keeps = isOn(facts?.options.saveFilter) && layer?.rights !== 'edit' && !layer?.wish?.as;
  const kept = useRef<string | null>(null);
  const pending = useRef(false);
  const baseline = useRef<{ key: string; state: string } | null>(null);
  // The state when the report was rendered, before events settle: from here on the user may change it.
  const first = useRef<{ key: string; state: string } | null>(null);
  const acted = useRef(false);
  // The baseline for detecting changes; another view has its own baseline and starts unchanged.
  const [changedFrom, setChangedFrom] = useState<string | null>(null);
  const view = shownId && opened.view?.id === shownId ? opened.view : null;
  const baselineKey = `${attempt} ${shownId}`;
  const changed = changedFrom === baselineKey;

  if (kept.current === null && facts?.opening?.kind === 'saved') kept.current = facts.opening.state;

  /** Applies a state to the frame. A state saved a moment ago is already there: applying it again would count as a change. */
  const bring = async (state: string, key: string): Promise<boolean> => {
    if ((await capture()) !== state) return drive('applyState', state);
    baseline.current = { key, state };
    return true;
  };
  const latestBring = useRef(bring);
  // A view chosen while the report is open is applied to it, without a reload.
  const chosen = asked && opened.view?.id === asked ? opened.view : null;
  useEffect(() => {
    if (!standing || !chosen || layerState().view === chosen.id) return;
    updateLayer({ view: chosen.id, plain: false });
    void latestBring.current(chosen.state, `${attempt} ${chosen.id}`).then((applied) => {
      if (applied) return;
      toast.warning(t('views.refused', { name: chosen.name }), { text: t('views.refusedText') });
      void applyRest(chosen);
    });
  }, [standing, chosen, attempt, t]);

  // Parts of a view that the report has lost are reported once, when its pages are known; the rest of the view is shown.
  const lostPage =
    standing && view?.page && layer && layer.pages.length > 0 && !layer.pages.some(({ name }) => name === view.page) ? view : null;
  useEffect(() => {
    if (!lostPage) return;
    toast.warning(t('views.pageGone', { name: lostPage.name }), { text: t('views.pageGoneText', { page: lostPage.pageTitle ?? '' }) });
    void applyRest(lostPage);
  }, [lostPage, t]);

  const refusedView = stateRefused ? opened.view : null;
  // The frame refused the state; the user is informed once, and it is not kept.
  useEffect(() => {
    if (!stateRefused || !standing) return;
    toast.warning(refusedView ? t('views.refused', { name: refusedView.name }) : t('views.keptRefused'), { text: t('views.refusedText') });
    if (refusedView) void applyRest(refusedView);
    else void forgetFilters(reportId);
  }, [stateRefused, refusedView, standing, reportId, t]);

  const keep = useCallback(
    async (state: string, chosen: number) => {
      if (!keeps || state === kept.current) return;
      kept.current = state;
      const isOriginal = originals.get(reportId) === state;
      await (isOriginal ? forgetFilters(reportId) : keepFilters(reportId, state, chosen));
    },
    [keeps, reportId],
  );

  const look = async () => {
    pending.current = false;
    const [state, choices] = await Promise.all([capture(), askFrame('choices')]);
    // Another report may have taken the frame by now; its state is unrelated.
    if (!state || layerState().wish?.reportId !== reportId) return;
    if (baseline.current?.key !== baselineKey) {
      // Changes made by the frame and by code while it settles belong to the baseline; the user's changes do not.
      const early = first.current?.key === baselineKey && (acted.current || isInFrame()) ? first.current.state : state;
      baseline.current = { key: baselineKey, state: early };
      if (plain || (!opened.state && !asked)) originals.set(reportId, early);
      setChangedFrom(null);
      if (early === state) return;
    }
    const differs = state !== baseline.current.state;
    setChangedFrom(differs ? baselineKey : null);
    if (differs || kept.current !== null) await keep(state, (choices ?? []).filter(({ chosen }) => chosen.length > 0).length);
  };
  const latestLook = useRef(look);
  // The timer calls what the last committed render knows.
  useEffect(() => {
    latestLook.current = look;
  });

  // The frame and the document are external to React: the first state is read, and what the user does is noted.
  useEffect(() => {
    if (!standing) return;
    acted.current = false;
    void capture().then((state) => {
      if (state && first.current?.key !== baselineKey) first.current = { key: baselineKey, state };
    });
    const act = () => {
      acted.current = true;
    };
    document.addEventListener('pointerdown', act, true);
    document.addEventListener('keydown', act, true);
    return () => {
      document.removeEventListener('pointerdown', act, true);
      document.removeEventListener('keydown', act, true);
    };
  }, [standing, baselineKey]);

  // Compares the state once changes settle; the frame does not report what a change was.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a touch triggers the effect and is not a value.
  useEffect(() => {
    if (!standing) return;
    pending.current = true;
    const timer = setTimeout(() => void latestLook.current(), settleMs);
    return () => clearTimeout(timer);
  }, [standing, touches, baselineKey]);

  // On unmount, saves a change that has not settled yet.
  useEffect(() => {
    const leave = () => pending.current && (baseline.current || first.current) && void latestLook.current();
    const hide = () => document.visibilityState === 'hidden' && leave();
    document.addEventListener('visibilitychange', hide);
    return () => {
      document.removeEventListener('visibilitychange', hide);
      leave();
    };
  }, []);

  const original = useCallback(() => {
    kept.current = null;
    if (keeps) void forgetFilters(reportId);
    client.setQueryData(reportQuery(reportId).queryKey, (before) =>
      before?.opening?.kind === 'saved' ? { ...before, opening: null } : before,
    );
    setSearch({ view: null, page: null }, { replace: true });
    openOriginal();
  }, [client, keeps, reportId, setSearch]);

  const openView = useCallback(
    (id: string) => {
      // Choosing the open view again restores it.
      if (layerState().view === id) updateLayer({ view: null });
      void client.invalidateQueries({ queryKey: viewQuery(id).queryKey });
      setSearch({ view: id, page: null });
    },
    [client, setSearch],
  );

  const asLeft = !plain && !view && opened.known && opened.view === null && opened.state !== null;
  return { view, changed, asLeft, capture, moment, openView, openOriginal: original };
}
