import { expect, test } from 'vitest';
import { zoneCity } from './zone-city.ts';

test.each([
  ['America/Sao_Paulo', 'en-US', 'São Paulo'],
  ['America/Santiago', 'es', 'Santiago'],
  ['America/Argentina/Buenos_Aires', 'pt-BR', 'Buenos Aires'],
  ['Europe/Lisbon', 'en-US', 'Lisbon'],
  ['Europe/Lisbon', 'pt-PT', 'Lisboa'],
  ['America/Mexico_City', 'en-US', 'Mexico City'],
  ['America/Mexico_City', 'pt-BR', 'Cidade do México'],
  ['America/New_York', 'es', 'Nueva York'],
] as const)('%s in %s is called %s', (zone, language, city) => expect(zoneCity(zone, language)).toBe(city));
