import { toMarkdown } from '#report/table.ts';

/** What others have published of how much their systems carry, in our words. */
const PEERS = [
  {
    system: 'DOMjudge, at a contest',
    said: 'one judging machine for every 20 teams as a rule of thumb; one solution can hold it for minutes',
    where:
      '[manual of administrators, contest planning](https://www.domjudge.org/snapshot/admin-manual/admin-manual-2.html)',
  },
  {
    system: 'DOMjudge, hosted for the ICPC on machines that come and go with the load',
    said: 'a simulated contest of 500 teams that send, without a slowdown that anybody noticed; no times',
    where:
      '[wiki of the ICPC, 2016](https://ciiwiki.ecs.baylor.edu/index.php?title=Hosted_DOMjudge&oldid=9850)',
  },
];

/** What peers say of themselves. */
export const peers = (): string =>
  toMarkdown({
    title: 'Peers, by what they published',
    note:
      'We have measured none of them on this machine, and of CMS, Codeforces and Kattis found no figure of times under' +
      ' load, so nothing here is a ratio. The nearest figures of ours are those of the contests below: 2,500 and 10,000' +
      ' people on two cores that also carry the database and the generator.',
    rows: PEERS,
  }).replace('###', '##');
