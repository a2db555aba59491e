import { beforeEach, describe, expect, it } from 'vitest';
import {
  askFrame,
  connectDriver,
  drive,
  failReport,
  forgetReport,
  layerState,
  markPage,
  openOriginal,
  placeLayer,
  retryReport,
  showReport,
  subscribeLayer,
  updateLayer,
  type Wish,
} from './report-layer-store.ts';

const getWish = (reportId: string, more: Partial<Wish> = {}): Wish => ({
  viewer: 'helena',
  reportId,
  title: reportId,
  embedUrl: null,
  serviceId: null,
  options: null,
  page: undefined,
  ...more,
});
// The store only keeps the element and never accesses it.
const slot = {} as HTMLElement;

beforeEach(() => {
  connectDriver(null);
  forgetReport();
  placeLayer(null);
});

describe('the report layer', () => {
  it('data that arrives later is added to the same report without restarting it', () => {
    showReport(getWish('r1'));
    updateLayer({ phase: 'rendered' });
    showReport(getWish('r1', { embedUrl: 'https://service/reportEmbed' }));
    expect(layerState()).toMatchObject({ phase: 'rendered', attempt: 0, wish: { embedUrl: 'https://service/reportEmbed' } });
  });

  it('data that arrives after a failure is there for the next attempt', () => {
    showReport(getWish('r1'));
    failReport({ code: 'capacity_paused', requestId: null });
    showReport(getWish('r1', { embedUrl: 'https://service/reportEmbed' }));
    expect(layerState().problem?.code).toBe('capacity_paused');
    retryReport();
    expect(layerState()).toMatchObject({ attempt: 1, problem: null, wish: { embedUrl: 'https://service/reportEmbed' } });
  });

  it('another report starts with a clean state', () => {
    showReport(getWish('r1'));
    updateLayer({ phase: 'rendered', zoom: 1.5, pages: [{ name: 'p', title: 'P', hidden: false, active: true }] });
    showReport(getWish('r2'));
    expect(layerState()).toMatchObject({ phase: 'starting', zoom: 1, pages: [] });
  });

  it('a parked report is never shown to another user', () => {
    showReport(getWish('r1'));
    updateLayer({ phase: 'rendered', shown: true });
    showReport(getWish('r1', { viewer: 'marcos' }));
    expect(layerState()).toMatchObject({ phase: 'starting', shown: false });
  });

  it('a parked report returns as it was, a failed one starts again', () => {
    showReport(getWish('r1'));
    placeLayer(slot);
    updateLayer({ phase: 'rendered' });
    placeLayer(null);
    placeLayer(slot);
    expect(layerState()).toMatchObject({ phase: 'rendered', attempt: 0 });
    failReport({ code: 'report_service_down', requestId: null });
    placeLayer(null);
    placeLayer(slot);
    expect(layerState()).toMatchObject({ phase: 'starting', attempt: 1, problem: null });
  });

  it('a retry requests a new frame and may keep the state', () => {
    showReport(getWish('r1'));
    failReport({ code: 'report_token_expired', requestId: 'x' });
    retryReport('state');
    expect(layerState()).toMatchObject({ phase: 'starting', attempt: 1, problem: null, bookmark: 'state' });
  });

  it('a page becomes active once, and unknown names change nothing', () => {
    const pages = [
      { name: 'a', title: 'A', hidden: false, active: true },
      { name: 'b', title: 'B', hidden: false, active: false },
    ];
    updateLayer({ pages });
    let told = 0;
    const stop = subscribeLayer(() => {
      told += 1;
    });
    markPage('b');
    markPage('b');
    markPage('c');
    stop();
    expect(told).toBe(1);
    expect(layerState().pages.map((page) => page.active)).toEqual([false, true]);
  });

  it('a frame that refuses, or is missing, causes no error in the viewer', async () => {
    expect(await drive('refresh')).toBe(false);
    connectDriver({
      setPage: async () => {},
      refresh: () => Promise.reject(new Error('no')),
      showFilters: async () => {},
      setFit: async () => {},
      setZoom: async () => {},
      save: async () => {},
      saveAs: async () => {},
      unsaved: async () => false,
      applyState: async () => {},
      print: async () => {},
      changeFilters: async () => {},
      capture: async () => 'state',
      filters: () => Promise.reject(new Error('no')),
      choices: async () => [],
    });
    expect(await drive('refresh')).toBe(false);
    expect(await drive('setPage', 'p1')).toBe(true);
    expect([await askFrame('capture'), await askFrame('filters')]).toEqual(['state', null]);
  });

  it('the original opens in a new frame, and stays the original when the report is retried', () => {
    showReport(getWish('r1', { opening: 'state' }));
    openOriginal();
    expect(layerState()).toMatchObject({ plain: true, stateRefused: false, attempt: 1 });
    retryReport('captured');
    expect(layerState()).toMatchObject({ plain: true, bookmark: 'captured', attempt: 2 });
    showReport(getWish('r2', { opening: 'state' }));
    expect(layerState().plain).toBe(false);
  });

  it('a state that the report refuses is reported, and the report opens without it', () => {
    showReport(getWish('r1', { opening: 'state' }));
    openOriginal({ refused: true });
    expect(layerState()).toMatchObject({ plain: true, stateRefused: true, problem: null });
  });
});
