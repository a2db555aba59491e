import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min';

// Main zones of the countries where people write numbers without a prefix; elsewhere a number without one is read as Brazilian.
const zones: readonly [RegExp, CountryCode][] = [
  [/^Europe\/Lisbon$|^Atlantic\/(Azores|Madeira)$/, 'PT'],
  [/^Europe\/Madrid$|^Atlantic\/Canary$|^Africa\/Ceuta$/, 'ES'],
  [/^America\/(New_York|Chicago|Denver|Los_Angeles|Phoenix|Anchorage|Detroit|Boise)$|^Pacific\/Honolulu$/, 'US'],
  [/^America\/(Mexico_City|Cancun|Monterrey|Tijuana|Merida|Hermosillo|Chihuahua)$/, 'MX'],
  [/^America\/(Argentina\/.+|Buenos_Aires)$/, 'AR'],
  [/^America\/Bogota$/, 'CO'],
  [/^America\/Santiago$|^America\/Punta_Arenas$/, 'CL'],
  [/^America\/Lima$/, 'PE'],
  [/^America\/Montevideo$/, 'UY'],
  [/^America\/Asuncion$/, 'PY'],
  [/^America\/La_Paz$/, 'BO'],
  [/^America\/Guayaquil$/, 'EC'],
  [/^America\/Caracas$/, 'VE'],
  [/^Africa\/Luanda$/, 'AO'],
  [/^Africa\/Maputo$/, 'MZ'],
  [/^Europe\/London$/, 'GB'],
];

/** The country of numbers written without a prefix in a tenant: that of its time zone, else Brazil. */
export const getCountry = (zone: string | null | undefined): string => zones.find(([pattern]) => pattern.test(zone ?? ''))?.[1] ?? 'BR';

/** Reads a telephone number in any usual format and returns E.164 (`+5511987654321`); null for an impossible number. */
export function readPhone(text: string, country = 'BR'): string | null {
  const given = text.normalize('NFKC').trim();
  if (!given || given.length > 40 || /[\p{L}]/u.test(given)) return null;
  const read = parsePhoneNumberFromString(given, country as CountryCode); // because it names a country of the table above
  // E.164 can't hold an extension, and without it the number is another one.
  return read?.isValid() && !read.ext ? read.number : null;
}

/** A stored number in its country's usual format, with its prefix. */
export const showPhone = (stored: string): string => parsePhoneNumberFromString(stored)?.formatInternational() ?? stored;
