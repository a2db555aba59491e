// Names of zones are written without accents.
const accents: Readonly<Record<string, string>> = {
  Araguaina: 'Araguaína',
  Asuncion: 'Asunción',
  Belem: 'Belém',
  Bogota: 'Bogotá',
  Cancun: 'Cancún',
  Cuiaba: 'Cuiabá',
  Eirunepe: 'Eirunepé',
  Maceio: 'Maceió',
  'Mexico City': 'Ciudad de México',
  Santarem: 'Santarém',
  'Sao Paulo': 'São Paulo',
};

/** The city that a time zone is named after: São Paulo for America/Sao_Paulo. */
export function zoneCity(zone: string): string {
  const name = zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone;
  return accents[name] ?? name;
}
