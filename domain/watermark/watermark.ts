import { formatDay, wallClock } from '../format/date.ts';

const watermarkChoices = ['inherit', 'on', 'off'] as const;
/** The report's own setting; `inherit` leaves it to the business unit (enable_watermark). */
export type WatermarkChoice = (typeof watermarkChoices)[number];

/** The watermark's text and its strength; opacity in percent. */
export type WatermarkLook = { template: string; opacity: number };
export const defaultLook: WatermarkLook = { template: '{email} · {dd/MM/yyyy HH:mm} · {ip}', opacity: 8 };
/** The text that is burned into each page of a file, and its opacity, in percent. */
export type Mark = { text: string; opacity: number };
/** The tilt of the watermark in degrees. */
export const watermarkAngle = -30;

const opacities = { least: 5, most: 30 };
const longestTemplate = 200;

/** Whether a report is watermarked: its own setting overrides that of its business unit (BEHAVIOUR 12). */
export const isWatermarked = (unitIsOn: boolean, choice: WatermarkChoice): boolean => (choice === 'inherit' ? unitIsOn : choice === 'on');

/** The stored look of a business unit, kept within a readable range; the default where it has none. */
export function watermarkLook(stored: { watermark_template?: unknown; watermark_opacity?: unknown } | null | undefined): WatermarkLook {
  const { watermark_template: template, watermark_opacity: opacity } = stored ?? {};
  return {
    template: typeof template === 'string' && template.trim() ? template.trim().slice(0, longestTemplate) : defaultLook.template,
    opacity:
      typeof opacity === 'number' && Number.isFinite(opacity)
        ? Math.min(opacities.most, Math.max(opacities.least, opacity))
        : defaultLook.opacity,
  };
}

/** What the watermark names: the user, the business unit and the address as the server saw it. */
export type WatermarkWho = { email: string; name: string; unit: string; ip: string };

/** In an act-as session the watermark names both: the user, and who acts in their place (BEHAVIOUR 12). */
export const seenBy = (who: WatermarkWho, actor: string | null): WatermarkWho =>
  actor ? { ...who, email: `${who.email} (${actor})`, name: `${who.name} (${actor})` } : who;

const two = (value: number) => String(value).padStart(2, '0');

/**
 * Fills the template: `{email}`, `{name}`, `{unit}`, `{ip}`, `{dd/MM/yyyy HH:mm}`, `{dd/MM/yyyy}`, `{HH:mm}`. Other words are unchanged,
 * and a separator beside an empty value is removed with it.
 */
export function watermarkText(template: string, who: WatermarkWho, at: Date, zone: string): string {
  const wall = wallClock(at, zone);
  // The template spells its format out, so the text is the same for every reader.
  const [day, clock] = [formatDay('pt-BR', wall), `${two(wall.hours)}:${two(wall.minutes)}`];
  const values: Record<string, string> = { ...who, 'dd/MM/yyyy HH:mm': `${day} ${clock}`, 'dd/MM/yyyy': day, 'HH:mm': clock };
  return template
    .split(' · ')
    .map((part) => part.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => values[name] ?? whole).trim())
    .filter((part) => part !== '')
    .join(' · ');
}
