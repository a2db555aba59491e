import type { Report, Embed as SdkEmbed, service } from 'powerbi-client';
import { type EventHandler, PowerBIEmbed } from 'powerbi-client-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Language } from '../../../../domain/session/languages.ts';
import { reportOrigin } from '../boot-origin.ts';
import type { Embed } from '../queries.ts';
import { displayOption, openingFit, type Screen } from './embed-settings.ts';
import { currentTheme, watchScheme } from './embed-theme.ts';
import { bootConfig, type FrameConfig, getFrameKey, getLoadKey, loadConfig } from './frame-config.ts';
import {
  captureState,
  noteLoad,
  onFault,
  onLoaded,
  onNeeds,
  onPageChanged,
  onRendered,
  onSaved,
  onTouched,
  type SavedReport,
} from './frame-events.ts';
import { changeFilters, type FilterChange, readFilters } from './frame-filters.ts';
import { sharedReportService } from './portal-report-service.ts';
import { connectDriver, layerState, updateLayer, useLayer, type Wish } from './report-layer-store.ts';
import { noteSign } from './signs-of-life.ts';
import { useTokenRenewal } from './use-token-renewal.ts';

// The SDK silently drops a second load within 100 ms (REPORT_SERVICE T3).
const loadGapMs = 120;

// Because the SDK types every event's detail as any.
const getDetail = <T,>(event: service.ICustomEvent<unknown> | undefined): T => (event?.detail ?? {}) as T;
// Every component here is a report, as the config's type says.
const asReport = (embed: SdkEmbed | undefined) => embed as Report;

const handlers = new Map<string, EventHandler>([
  ['loaded', (_event, embed) => onLoaded(asReport(embed))],
  ['rendered', () => onRendered()],
  [
    'pageChanged',
    (event, embed) => {
      noteSign();
      onPageChanged(asReport(embed), getDetail<{ newPage?: { name: string } }>(event).newPage?.name ?? '');
    },
  ],
  [
    'dataSelected',
    () => {
      noteSign();
      onTouched();
    },
  ],
  ['visualClicked', () => noteSign()],
  ['buttonClicked', () => noteSign()],
  ['commandTriggered', () => noteSign()],
  ['filtersApplied', () => onTouched()],
  ['bookmarkApplied', () => onTouched()],
  ['saved', (event) => onSaved(getDetail<SavedReport>(event))],
  ['error', (event, embed) => void onFault(asReport(embed), getDetail(event))],
]);

type Props = { wish: Wish; attempt: number; embed: Embed | undefined; language: Language; phone: boolean; active: boolean };
type Held = { frameKey: string; loadKey: string; config: FrameConfig };

/** The frame of the embedded report: one element and one service for the lifetime of the app. This module imports the SDK. */
export function ReportFrame({ wish, attempt, embed, language, phone, active }: Props) {
  const report = useRef<Report | null>(null);
  const bookmark = useLayer((state) => state.bookmark ?? (state.plain ? null : (state.wish?.opening ?? null)));
  const [plainPhones, setPlainPhones] = useState<readonly string[]>([]);
  const screen: Screen = { phone, mobileLayout: phone && !plainPhones.includes(wish.reportId) };
  const known = { wish, embed, language, attempt };
  const frameKey = getFrameKey(known);
  const loadKey = getLoadKey(known, screen);
  const [held, setHeld] = useState<Held | null>(null);

  // The earliest time of the next load depends on the SDK's last one, which only its object knows.
  useEffect(() => {
    if (!loadKey || !frameKey || !embed || held?.loadKey === loadKey) return;
    const sentAt = report.current?.lastLoadRequest?.getTime() ?? 0;
    const load = () => {
      const fit = openingFit(wish.options, slotSize());
      const config = loadConfig(known, embed, screen, { theme: wish.options?.tenantColors ? currentTheme() : undefined, bookmark, fit });
      if (!config) return;
      noteLoad(wish.reportId, attempt, bookmark !== null);
      const { bookmark: carried, plain, view } = layerState();
      updateLayer({ fit, view: carried ? view : plain ? null : (wish.view ?? null) });
      setHeld({ frameKey, loadKey, config });
    };
    const wait = sentAt + loadGapMs - Date.now();
    if (wait <= 0) return load();
    const timer = setTimeout(load, wait);
    return () => clearTimeout(timer);
  });

  const coloured = wish.options?.tenantColors ?? false;
  const apply = useCallback((token: string) => void report.current?.setAccessToken(token).catch(() => undefined), []);
  const renew = useTokenRenewal(wish, embed, active && held?.loadKey === loadKey, apply);

  // The handlers of the SDK are module functions (REPORT_SERVICE T6); this is how they reach the component.
  useEffect(() => {
    onNeeds({
      renew: async () => void (await renew()),
      noMobileLayout: () => phone && setPlainPhones((plain) => (plain.includes(wish.reportId) ? plain : [...plain, wish.reportId])),
    });
    return () => onNeeds(null);
  }, [renew, phone, wish.reportId]);

  // The viewer's bar drives the frame from outside of this tree.
  useEffect(() => {
    connectDriver(getDriver(() => report.current));
    return () => connectDriver(null);
  }, []);

  // The colour scheme is external to React; a report themed with the portal's colours follows it without a reload.
  useEffect(() => {
    if (!coloured) return;
    return watchScheme(() => void report.current?.applyTheme(currentTheme()).catch(() => undefined));
  }, [coloured]);

  if (!frameKey) return null;
  return (
    <PowerBIEmbed
      key={frameKey}
      service={sharedReportService(reportOrigin())}
      embedConfig={held?.frameKey === frameKey ? held.config : bootConfig(known)}
      eventHandlers={handlers}
      getEmbeddedComponent={(embedded) => {
        report.current = asReport(embedded);
      }}
      cssClassName="report-layer-frame"
    />
  );
}

function slotSize(): { width: number; height: number } {
  const box = layerState().slot?.getBoundingClientRect();
  return { width: box?.width ?? window.innerWidth, height: box?.height ?? window.innerHeight };
}

function getDriver(get: () => Report | null) {
  const need = () => get() ?? Promise.reject(new Error('no report'));
  return {
    setPage: async (name: string) => void (await (await need()).setPage(name)),
    refresh: async () => void (await (await need()).refresh()),
    showFilters: async (open: boolean) =>
      void (await (await need()).updateSettings({ panes: { filters: { visible: open, expanded: open } } })),
    setFit: async (fit: keyof typeof displayOption) =>
      void (await (await need()).updateSettings({ layoutType: 1, customLayout: { displayOption: displayOption[fit] } })),
    setZoom: async (zoom: number) => (await need()).setZoom(zoom),
    applyState: async (state: string) => void (await (await need()).bookmarksManager.applyState(state)),
    print: async () => void (await (await need()).print()),
    changeFilters: async (changes: readonly FilterChange[]) => changeFilters(await need(), changes),
    capture: async () => captureState(await need()),
    filters: async () => readFilters(await need(), { options: true }),
    choices: async () => readFilters(await need(), { options: false }),
    save: async () => (await need()).save(),
    saveAs: async (name: string) => (await need()).saveAs({ name }),
    unsaved: async () => !(await (await need()).isSaved()),
  };
}
