import type { Language } from '../../../domain/session/languages.ts';
import type { Translate } from '../../i18n.ts';

// Names of zones are English, and without accents.
type Elsewhere = string | Readonly<Record<Exclude<Language, 'en-US'>, string>>;
const accents: Readonly<Record<string, string>> = {
  Araguaina: 'Araguaína',
  Asuncion: 'Asunción',
  Belem: 'Belém',
  Bogota: 'Bogotá',
  Cancun: 'Cancún',
  Cuiaba: 'Cuiabá',
  Eirunepe: 'Eirunepé',
  Maceio: 'Maceió',
  Santarem: 'Santarém',
  'Sao Paulo': 'São Paulo',
};
const translated: Readonly<Record<string, Elsewhere>> = {
  Azores: { 'pt-BR': 'Açores', 'pt-PT': 'Açores', es: 'Azores' },
  Lisbon: 'Lisboa',
  London: 'Londres',
  'Mexico City': { 'pt-BR': 'Cidade do México', 'pt-PT': 'Cidade do México', es: 'Ciudad de México' },
  'New York': { 'pt-BR': 'Nova York', 'pt-PT': 'Nova Iorque', es: 'Nueva York' },
};

/** The city that a time zone is named after, in the reader's language: São Paulo for America/Sao_Paulo, Lisboa for Europe/Lisbon. */
export function zoneCity(zone: string, language: Language): string {
  const name = zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone;
  const other = translated[name];
  if (language === 'en-US' || !other) return accents[name] ?? name;
  return typeof other === 'string' ? other : other[language];
}

/** A zone's clock in words: São Paulo time. */
export const zoneTime = (zone: string, t: Translate, language: Language): string =>
  t('actions.next.zone', { zone: zoneCity(zone, language) });
