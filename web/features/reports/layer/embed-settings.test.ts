import { describe, expect, it } from 'vitest';
import { embedSettings, layoutOf } from './embed-settings.ts';

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
};
const desk = { phone: false, mobileLayout: false };
const phone = { phone: true, mobileLayout: true };

describe('the settings of an embedded report', () => {
  it('a desk fits the report to its page, in the language of the interface', () => {
    expect(embedSettings(options, 'es', desk, 'page')).toMatchObject({
      layoutType: 1,
      customLayout: { displayOption: 0 },
      localeSettings: { language: 'es', formatLocale: 'es' },
      panes: { filters: { visible: false }, pageNavigation: { visible: true } },
      visualSettings: { visualHeaders: [{ settings: { visible: false } }] },
      background: 0,
    });
  });

  it("a phone takes the report's own mobile layout, the one its option names", () => {
    expect(layoutOf(options, phone, 'page')).toEqual({ layoutType: 2 });
    expect(layoutOf({ ...options, orientation: 'landscape' }, phone, 'page')).toEqual({ layoutType: 3 });
  });

  it('a phone fits a report without a mobile layout to its width', () => {
    expect(layoutOf(options, { phone: true, mobileLayout: false }, 'page')).toEqual({ layoutType: 1, customLayout: { displayOption: 1 } });
  });

  it("a phone has no second row of pages, and the report's background only when its option says so", () => {
    expect(embedSettings(options, 'pt-BR', phone, 'page')).toMatchObject({ background: 1, panes: { pageNavigation: { visible: false } } });
    expect(embedSettings({ ...options, mobileBackground: true }, 'pt-BR', phone, 'page').background).toBe(0);
  });
});
