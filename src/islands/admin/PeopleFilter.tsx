import { useState } from 'react';
import type { NamedPerson } from '#contracts/owner-visit';
import { say } from '#browser/say';
import type { ShownVisit } from '#lead/answers';
import { personOf } from '#lead/visits';

/** Who makes these visits, by name, where several people do; else nobody. */
function peopleOf(visits: readonly ShownVisit[]): readonly NamedPerson[] {
  const names = visits.flatMap(({ visit }) => (visit.who ? [[personOf(visit) ?? '', visit.who] as const] : []));
  const people = [...new Map(names)].map(([id, name]) => ({ id, name }));
  return people.length > 1 ? people.toSorted((one, other) => one.name.localeCompare(other.name)) : [];
}

/** The options of a field that asks for a person. */
export const peopleOptions = (people: readonly NamedPerson[]) =>
  people.map(({ id, name }) => ({ value: id, label: name }));

/** The visits of the chosen person, and the buttons to choose; without them where one person makes all visits. */
export function usePeople(visits: readonly ShownVisit[]) {
  const [chosen, choose] = useState('');
  const people = peopleOf(visits);
  // Whoever was chosen may have no visit any more.
  const person = people.some(({ id }) => id === chosen) ? chosen : '';
  const isShown = ({ visit }: Pick<ShownVisit, 'visit'>) => person === '' || personOf(visit) === person;
  const filter = people.length > 0 && (
    <fieldset className="chips mb-4 print:hidden" aria-label={say('Whose visits')}>
      {[{ id: '', name: say('Everybody') }, ...people].map(({ id, name }) => (
        <button key={id} type="button" className="chip" aria-pressed={id === person} onClick={() => choose(id)}>
          {name}
        </button>
      ))}
    </fieldset>
  );
  return { people: person === '' ? people : [], isShown, filter };
}
