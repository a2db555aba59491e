import { describe, expect, it } from 'vitest';
import { embedSettings, getLayout, getResolution, openingFit } from './embed-settings.ts';

const options = {
  navigationPanel: true,
  sideFilter: true,
  hiddenPages: false,
  visualHeaders: false,
  mobileBackground: false,
  orientation: 'auto' as const,
  showLastUpdate: true,
  tenantColors: true,
  showName: 'S' as const,
  resolution: null,
  saveFilter: 'N' as const,
};
const desk = { phone: false, mobileLayout: false };
const phone = { phone: true, mobileLayout: true };

describe('the settings of an embedded report', () => {
  it('a desktop fits the report to its page, in the interface language', () => {
    expect(embedSettings(options, 'es', desk, 'page')).toMatchObject({
      layoutType: 1,
      customLayout: { displayOption: 0 },
      localeSettings: { language: 'es', formatLocale: 'es' },
      panes: { filters: { visible: false }, pageNavigation: { visible: true } },
      visualSettings: { visualHeaders: [{ settings: { visible: false } }] },
      background: 0,
    });
  });

  it("a phone uses the report's own mobile layout, as set in its option", () => {
    expect(getLayout(options, phone, 'page')).toEqual({ layoutType: 2 });
    expect(getLayout({ ...options, orientation: 'landscape' }, phone, 'page')).toEqual({ layoutType: 3 });
  });

  it('a phone fits a report without a mobile layout to its width', () => {
    expect(getLayout(options, { phone: true, mobileLayout: false }, 'page')).toEqual({ layoutType: 1, customLayout: { displayOption: 1 } });
  });

  it("a phone has no second row of pages, and the report's background only when its option says so", () => {
    expect(embedSettings(options, 'pt-BR', phone, 'page')).toMatchObject({ background: 1, panes: { pageNavigation: { visible: false } } });
    expect(embedSettings({ ...options, mobileBackground: true }, 'pt-BR', phone, 'page').background).toBe(0);
  });
});

describe('the initial size of a report', () => {
  const drawnFor = { ...options, resolution: '1920x1080' };

  it('is its page fitted into the window, as long as it stays readable', () => {
    expect(openingFit(drawnFor, { width: 1380, height: 780 })).toBe('page');
    expect(openingFit(options, { width: 400, height: 300 })).toBe('page');
    expect(openingFit(null, { width: 400, height: 300 })).toBe('page');
  });

  it('is its original size, with scrolling, in a window too small to read it', () => {
    expect(openingFit(drawnFor, { width: 900, height: 600 })).toBe('actual');
  });

  it('is the width of the window for portrait reports', () => {
    expect(openingFit({ ...options, orientation: 'portrait' }, { width: 1380, height: 780 })).toBe('width');
  });

  it('is parsed from text such as 1920x1080 or 1280 × 720', () => {
    expect([getResolution('1920x1080'), getResolution('1280 × 720')]).toEqual([
      { width: 1920, height: 1080 },
      { width: 1280, height: 720 },
    ]);
    expect([getResolution('large'), getResolution(null)]).toEqual([null, null]);
  });
});
