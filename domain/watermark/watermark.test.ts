import { expect, test } from 'vitest';
import { defaultLook, isWatermarked, watermarkLook, watermarkText } from './watermark.ts';

const who = { email: 'helena@vertice.test', name: 'Helena Prado', unit: 'Vértice', ip: '203.0.113.7' };
const at = new Date('2026-11-20T12:14:00Z');

test('a report follows its unit unless it has its own setting', () => {
  expect([isWatermarked(true, 'inherit'), isWatermarked(false, 'inherit')]).toEqual([true, false]);
  expect([isWatermarked(false, 'on'), isWatermarked(true, 'off')]).toEqual([true, false]);
});

test("the default names the user, the minute in the unit's zone and the address", () => {
  expect(watermarkText(defaultLook.template, who, at, 'America/Sao_Paulo')).toBe('helena@vertice.test · 20/11/2026 09:14 · 203.0.113.7');
});

test('a template may name the user, the unit and its own text; an empty value removes its separator', () => {
  expect(watermarkText('Confidencial · {name} ({unit}) · {HH:mm}', who, at, 'UTC')).toBe('Confidencial · Helena Prado (Vértice) · 12:14');
  expect(watermarkText(defaultLook.template, { ...who, ip: '' }, at, 'UTC')).toBe('helena@vertice.test · 20/11/2026 12:14');
  expect(watermarkText('{other} {email}', who, at, 'UTC')).toBe('{other} helena@vertice.test');
});

test('a unit’s stored opacity is kept between 5 and 30 percent, and invalid values become the default', () => {
  expect(watermarkLook({ watermark_template: ' {name} ', watermark_opacity: 90 })).toEqual({ template: '{name}', opacity: 30 });
  expect(watermarkLook({ watermark_template: 7, watermark_opacity: 'x' })).toEqual(defaultLook);
  expect(watermarkLook(null)).toEqual(defaultLook);
});
