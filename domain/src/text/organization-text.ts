/** Name of an organisation in a line, with the code of its country where one is known: `SSU, KAZ`. */
export const organizationText = ({ name, country }: { name: string; country: string | null }): string =>
  country === null ? name : `${name}, ${country}`;
