'use strict';
{
  const globals = this;
  const django = globals.django || (globals.django = {});

  
  django.pluralidx = function(n) {
    const v = (n != 1);
    if (typeof v === 'boolean') {
      return v ? 1 : 0;
    } else {
      return v;
    }
  };
  

  /* gettext library */

  django.catalog = django.catalog || {};
  
  const newcatalog = {
    " or ": " oder ",
    "({count} round left)": [
      "(noch {count} Runde)",
      "(noch {count} Runden)"
    ],
    ", second pair": ", zweites Paar",
    "A clap needs both hands: one hand alone does nothing.": "Klatschen braucht beide H\u00e4nde: Eine allein bewirkt nichts.",
    "A duel of Waving Hands: {names}.": "Ein Duell in Waving Hands: {names}.",
    "A hint, in practice": "Ein Tipp, beim \u00dcben",
    "A new line": "Eine neue Zeile",
    "A round too late: {answers}.": "Eine Runde zu sp\u00e4t: {answers}.",
    "A spell is banked": "Ein Zauber ist aufbewahrt",
    "Add this line": "Diese Zeile hinzuf\u00fcgen",
    "After line {line}, in the round that follows it": "Nach Zeile {line}, in der Runde darauf",
    "After round {number}": "Nach Runde {number}",
    "Again": "Noch einmal",
    "Aim it at {name}": "Auf {name} richten",
    "All lessons": "Alle Lektionen",
    "All who are here read what you say. What watchers say, you read when the duel is over.": "Alle hier lesen, was du sagst. Was die Zuschauer sagen, liest du, wenn das Duell vorbei ist.",
    "And then \u2026": "Und dann \u2026",
    "Announce": "Ansagen",
    "Announce it: all duelists get it by letter too": "Ansagen: Alle Duellanten bekommen es auch als Brief",
    "Announce to all duelists": "Allen Duellanten ansagen",
    "Answer": "Antworten",
    "Answer with a hand and a gesture, as in \u201canswer {number} left P\u201d.": "Antworte mit Hand und Geste, wie in \u201eanswer {number} left P\u201c.",
    "Answer with the numbers of the question and of the answer.": "Antworte mit den Nummern der Frage und der Antwort.",
    "As it stands: {hand} {gesture}.": "Wie es steht: {hand} {gesture}.",
    "Attacks": "Angriffe",
    "Back": "Zur\u00fcck",
    "Back a round": "Eine Runde zur\u00fcck",
    "Back to the first lines": "Zur\u00fcck zu den ersten Zeilen",
    "Backspace": "R\u00fccktaste",
    "Banked: {spell}": "Aufbewahrt: {spell}",
    "Before the first round.": "Vor der ersten Runde.",
    "Begin anew": "Neu anfangen",
    "Both hands could complete": "Beide H\u00e4nde k\u00f6nnten vollenden",
    "Both hands make the same gesture": "Beide H\u00e4nde machen dieselbe Geste",
    "Both hands: {spell} at": "Beide H\u00e4nde: {spell} auf",
    "By gestures": "Nach Gesten",
    "By name": "Nach Namen",
    "Change the gestures": "Die Gesten \u00e4ndern",
    "Choose a gesture for your left hand first; \u201cnothing\u201d is one too.": "W\u00e4hle zuerst eine Geste f\u00fcr deine linke Hand; auch \u201enichts\u201c ist eine.",
    "Choose a gesture for your left hand in the second pair first; \u201cnothing\u201d is one too.": "W\u00e4hle zuerst eine Geste f\u00fcr deine linke Hand im zweiten Paar; auch \u201enichts\u201c ist eine.",
    "Choose a gesture for your right hand first; \u201cnothing\u201d is one too.": "W\u00e4hle zuerst eine Geste f\u00fcr deine rechte Hand; auch \u201enichts\u201c ist eine.",
    "Choose a gesture for your right hand in the second pair first; \u201cnothing\u201d is one too.": "W\u00e4hle zuerst eine Geste f\u00fcr deine rechte Hand im zweiten Paar; auch \u201enichts\u201c ist eine.",
    "Choose a gesture.": "W\u00e4hle eine Geste.",
    "Choose a gesture: for the left hand, then for the right": "Eine Geste w\u00e4hlen: f\u00fcr die linke Hand, dann f\u00fcr die rechte",
    "Choose a spell to see the gestures that it builds on, and what answers it.": "W\u00e4hle einen Zauber, um zu sehen, auf welchen Gesten er aufbaut und was dagegen hilft.",
    "Choose an answer to each question first.": "W\u00e4hle zuerst auf jede Frage eine Antwort.",
    "Choose it for both hands": "Sie f\u00fcr beide H\u00e4nde w\u00e4hlen",
    "Clap with both": "Mit beiden klatschen",
    "Close": "Schlie\u00dfen",
    "Close the spell book": "Das Zauberbuch schlie\u00dfen",
    "Completes": "Vollendet",
    "Completes {spell}, with both hands.": "Vollendet: {spell}, mit beiden H\u00e4nden.",
    "Completes {spell}.": "Vollendet: {spell}.",
    "Completes, and banks": "Vollendet und bewahrt auf",
    "Connection lost, trying again\u2026": "Verbindung verloren, neuer Versuch \u2026",
    "Copy the link to this round": "Den Link zu dieser Runde kopieren",
    "Ctrl": "Strg",
    "Dead": "Tot",
    "Delayed Effect banks": "Verz\u00f6gerte Wirkung bewahrt auf",
    "Delayed Effect banks {spell}": "Verz\u00f6gerte Wirkung bewahrt {spell} auf",
    "Delayed Effect banks {spell}.": "Verz\u00f6gerte Wirkung bewahrt {spell} auf.",
    "Delayed Effect waits for a spell": "Verz\u00f6gerte Wirkung wartet auf einen Zauber",
    "Delayed Effect waits until the banked spell is released": "Verz\u00f6gerte Wirkung wartet, bis der aufbewahrte Zauber freigesetzt ist",
    "Disconnected: reload the page": "Getrennt: Lade die Seite neu",
    "Do it again": "Wiederholen",
    "Do it again (Shift+U)": "Wiederholen (Umschalt+U)",
    "Duel again": "Noch ein Duell",
    "Empty the last hand": "Die letzte Hand leeren",
    "Enter": "Enter",
    "Esc": "Esc",
    "Fight on": "Weiterk\u00e4mpfen",
    "First": "Erste",
    "First pair": "Erstes Paar",
    "Free round: {names} alone": [
      "Freie Runde: {names} allein",
      "Freie Runde: {names}"
    ],
    "Free round: {who}. All others watch what you do.": "Freie Runde: {who}. Alle anderen sehen zu, was ihr tut.",
    "Gesture": "Geste",
    "Gestures": "Gesten",
    "Gestures and keys": "Gesten und Tasten",
    "Gestures are revealed.": "Die Gesten sind aufgedeckt.",
    "Gestures of all rounds": "Gesten aller Runden",
    "Give me a hint": "Gib mir einen Tipp",
    "Give up": "Aufgeben",
    "Give up?": "Aufgeben?",
    "Giving up ends the duel at once: you lose it, and it counts as a surrender.": "Aufgeben beendet das Duell sofort: Du verlierst es, und es z\u00e4hlt als Aufgabe.",
    "Go to the left or the right hand": "Zur linken oder rechten Hand gehen",
    "Grub attacks Merlin: whom a monster is sent at. Before any of these, \u201csecond\u201d means the second pair of a hasted wizard.": "Grub attacks Merlin: auf wen ein Monster gehetzt wird. Vor alldem meint \u201esecond\u201c das zweite Paar bei Hast.",
    "Hand": "Hand",
    "How it comes to that": "Wie es dazu kommt",
    "How it may go": "Wie es kommen kann",
    "I would do this:": "Ich w\u00fcrde das tun:",
    "If": "Wenn",
    "If they do nothing": "Wenn sie nichts tun",
    "If {name} shows": "Wenn {name} zeigt",
    "If {name}:": "Wenn {name}:",
    "If {name}\u2019s left hand shows": "Wenn die linke Hand von {name} zeigt",
    "In the end": "Am Ende",
    "In three": "In drei",
    "In two": "In zwei",
    "It hangs on this:": "Es h\u00e4ngt davon ab:",
    "Keep beside": "Daneben behalten",
    "Keys": "Tasten",
    "Keys (?)": "Tasten (?)",
    "L": "L",
    "L R": "L R",
    "Last": "Letzte",
    "Last gesture first": "Letzte Geste zuerst",
    "Leads to no spell yet.": "F\u00fchrt noch zu keinem Zauber.",
    "Left hand": "Linke Hand",
    "Log in, or play as a guest, to talk with the other watchers.": "Melde dich an oder spiele als Gast, um mit den anderen Zuschauern zu reden.",
    "Looking for an opponent whose rating is like yours.": "Es wird ein Gegner gesucht, dessen Wertung deiner \u00e4hnelt.",
    "Looking for an opponent whose rating is like yours: {seconds} seconds.": "Es wird ein Gegner gesucht, dessen Wertung deiner \u00e4hnelt: {seconds} Sekunden.",
    "May become": "Kann werden",
    "Mind: {slip}": "Achtung: {slip}",
    "Monsters of {owner}": "Monster von {owner}",
    "Monsters that may appear": "Monster, die erscheinen k\u00f6nnen",
    "News are pushed to this browser while no page of the site is open.": "Neuigkeiten kommen zu diesem Browser, w\u00e4hrend keine Seite offen ist.",
    "Next": "Weiter",
    "Next lesson: {title}": "N\u00e4chste Lektion: {title}",
    "Next round": "N\u00e4chste Runde",
    "No gesture has been made yet.": "Noch wurde keine Geste gemacht.",
    "No open challenges at the moment.": "Gerade keine offenen Herausforderungen.",
    "No round stands out.": "Keine Runde sticht heraus.",
    "No spell has these gestures or this name.": "Kein Zauber hat diese Gesten oder diesen Namen.",
    "No spell of this book is like that.": "Kein Zauber dieses Buches ist so.",
    "Nobody has said anything.": "Noch hat niemand etwas gesagt.",
    "Nobody here is \u201c{words}\u201d. There are: {names}.": "Niemand hier hei\u00dft \u201e{words}\u201c. Da sind: {names}.",
    "Nothing is asked of you now.": "Gerade wird nichts von dir verlangt.",
    "Nothing is asked.": "Es wird nichts gefragt.",
    "Nothing is lost here: begin anew, or leave the page.": "Hier ist nichts verloren: Fang neu an oder verlass die Seite.",
    "Nothing is sealed now.": "Gerade ist nichts versiegelt.",
    "Nothing of yours stops it in time.": "Nichts von dir h\u00e4lt es rechtzeitig auf.",
    "Nothing picked yet": "Noch nichts gew\u00e4hlt",
    "Nothing that can be seen threatens you in this round.": "Nichts, was zu sehen ist, bedroht dich in dieser Runde.",
    "On the way: {spells}, and {count} more.": "Im Werden: {spells} und {count} weitere.",
    "On the way: {spells}.": "Im Werden: {spells}.",
    "On vacation from {from} until {until}": "Im Urlaub vom {from} bis {until}",
    "On vacation until {until}": "Im Urlaub bis {until}",
    "On vacation until {until}: orders end it": "Im Urlaub bis {until}: Befehle beenden ihn",
    "Once more": "Noch einmal",
    "Order of the spells": "Reihenfolge der Zauber",
    "Orders for round {round}": "Befehle f\u00fcr Runde {round}",
    "Orders for round {round}, stopped time": "Befehle f\u00fcr Runde {round}, angehaltene Zeit",
    "Orders for round {round}, your free round": "Befehle f\u00fcr Runde {round}, deine freie Runde",
    "Out of time once; three times in a row forfeits.": "Einmal die Zeit \u00fcberschritten; bei dreimal in Folge ist das Duell verloren.",
    "Out of time twice in a row; once more forfeits.": "Zweimal in Folge die Zeit \u00fcberschritten; noch einmal, und das Duell ist verloren.",
    "Pace": "Tempo",
    "Part of": "Teil von",
    "Part of no spell.": "Teil keines Zaubers.",
    "Pause": "Anhalten",
    "Permanency makes permanent": "Dauerhaftigkeit macht dauerhaft",
    "Permanency makes permanent {spell}": "Dauerhaftigkeit macht {spell} dauerhaft",
    "Permanency makes permanent {spell}.": "Dauerhaftigkeit macht {spell} dauerhaft.",
    "Permanency waits for a spell": "Dauerhaftigkeit wartet auf einen Zauber",
    "Picture (.png)": "Bild (.png)",
    "Plan ahead": "Vorausplanen",
    "Play": "Spielen",
    "Play, or pause": "Abspielen oder anhalten",
    "Practise against the apprentice": "Gegen den Lehrling \u00fcben",
    "Push news to this browser": "Neuigkeiten an diesen Browser schicken",
    "Push no more to this browser": "Nichts mehr an diesen Browser schicken",
    "Question {number}: {text}": "Frage {number}: {text}",
    "R": "R",
    "Release the banked {spell}": "Den aufbewahrten Zauber freisetzen: {spell}",
    "Release the banked {spell} at {name}": "Den aufbewahrten Zauber freisetzen: {spell} auf {name}",
    "Rematch": "Revanche",
    "Replay the duel": "Das Duell ansehen",
    "Report what {name} said": "Melden, was {name} gesagt hat",
    "Rest the left hand": "Die linke Hand ruhen lassen",
    "Right hand": "Rechte Hand",
    "Round": "Runde",
    "Round {number}": "Runde {number}",
    "Round {number} begins.": "Runde {number} beginnt.",
    "Round {number} of {last}": "Runde {number} von {last}",
    "Round {number}, second pair": "Runde {number}, zweites Paar",
    "Round {number}, stopped time": "Runde {number}, angehaltene Zeit",
    "Round {number}, the free round": "Runde {number}, die freie Runde",
    "Round {number}, {title}": "Runde {number}, {title}",
    "Round {number}.": "Runde {number}.",
    "Round {round}: your answer": "Runde {round}: deine Antwort",
    "Rounds": "Runden",
    "Rounds, the newest first": "Runden, die neueste zuerst",
    "S W, or a name": "S W oder ein Name",
    "S W: snap with the left hand, wave with the right. Gestures: C D F P S W, > for a stab, - for nothing.": "S W: mit der linken Hand schnippen, mit der rechten winken. Gesten: C D F P S W, > f\u00fcr einen Stich, - f\u00fcr nichts.",
    "Say": "Sagen",
    "Say something": "Sag etwas",
    "Seal all the same": "Trotzdem versiegeln",
    "Seal orders": "Befehle versiegeln",
    "Seal the new orders": "Die neuen Befehle versiegeln",
    "Seal your orders": "Deine Befehle versiegeln",
    "Sealed": "Versiegelt",
    "Sealed.": "Versiegelt.",
    "Sealed: {orders}.": "Versiegelt: {orders}.",
    "Sealing\u2026": "Wird versiegelt \u2026",
    "Search by gestures or by name": "Suche nach Gesten oder Namen",
    "Second pair": "Zweites Paar",
    "Second pair: {slip}": "Zweites Paar: {slip}",
    "See at once how the round ends": "Sofort sehen, wie die Runde endet",
    "Seen by {eyes}.": "Mit den Augen von {eyes}.",
    "Send it at {name}": "Auf {name} hetzen",
    "Sending: {orders}.": "Wird gesendet: {orders}.",
    "Sending\u2026": "Wird gesendet \u2026",
    "Share": "Teilen",
    "Shift": "Umschalt",
    "Shift+letter": "Umschalt+Buchstabe",
    "Single letters and signs do something wherever I am on the page, not only at a hand": "Einzelne Buchstaben und Zeichen wirken \u00fcberall auf der Seite, nicht nur bei einer Hand",
    "Something goes on unseen": "Etwas geschieht ungesehen",
    "Something went wrong here. Load the page again.": "Hier ging etwas schief. Lade die Seite neu.",
    "Space": "Leertaste",
    "Spell": "Zauber",
    "Spell book": "Zauberbuch",
    "Spell book (key b)": "Zauberbuch (Taste b)",
    "Spells": "Zauber",
    "Stab": "Stich",
    "Step {step} of {steps}": "Schritt {step} von {steps}",
    "Still to choose: {hands}.": "Noch zu w\u00e4hlen: {hands}.",
    "Stopped by: {spells}.": "Aufgehalten durch: {spells}.",
    "Surrender": "Mich ergeben",
    "Surrender?": "Dich ergeben?",
    "Surrendered": "Aufgegeben",
    "Switch talk off": "Gespr\u00e4ch ausschalten",
    "Switch talk on": "Gespr\u00e4ch einschalten",
    "Take back": "Zur\u00fccknehmen",
    "Take it": "\u00dcbernehmen",
    "Take it back": "Zur\u00fccknehmen",
    "Take this line away": "Diese Zeile wegnehmen",
    "Take this one away": "Das hier wegnehmen",
    "Talk": "Gespr\u00e4ch",
    "Talk is switched off in {settings}.": "Das Gespr\u00e4ch ist in {settings} ausgeschaltet.",
    "Team {number}": "Team {number}",
    "That did not work. Please try again.": "Das hat nicht geklappt. Bitte versuch es noch einmal.",
    "That is as many lines as a round may have.": "Mehr Zeilen kann eine Runde nicht haben.",
    "That was a little fast: wait a moment, then try again.": "Das war ein wenig schnell: Warte einen Moment und versuch es dann noch einmal.",
    "The arrow keys lead from gesture to gesture.": "Die Pfeiltasten f\u00fchren von Geste zu Geste.",
    "The beginning": "Der Anfang",
    "The challenge has changed.": "Die Herausforderung hat sich ge\u00e4ndert.",
    "The dead": "Die Toten",
    "The duel ends in a draw.": "Das Duell endet unentschieden.",
    "The duel is a draw": "Das Duell ist unentschieden",
    "The duel is over": "Das Duell ist vorbei",
    "The link is copied.": "Der Link ist kopiert.",
    "The master says": "Die Meisterin sagt",
    "The round is being resolved": "Die Runde wird ausgewertet",
    "The round played out with your hands as they are picked above, by what you know. Nobody else sees it.": "Die Runde, durchgespielt mit deinen H\u00e4nden, wie sie oben gew\u00e4hlt sind, nach dem, was du wei\u00dft. Niemand sonst sieht es.",
    "The round\u2019s time is up: your reserve runs, {time} is left.": "Die Zeit der Runde ist um: Deine Reserve l\u00e4uft, es bleiben {time}.",
    "The server cannot be reached; trying again.": "Der Server ist nicht erreichbar; neuer Versuch.",
    "The site cannot be reached. Try again in a moment.": "Die Seite ist nicht erreichbar. Versuch es gleich noch einmal.",
    "The spell book did not come. Close it, and open it again.": "Das Zauberbuch kam nicht. Schlie\u00df es und \u00f6ffne es wieder.",
    "The spell book is being fetched\u2026": "Das Zauberbuch wird geholt \u2026",
    "The wizards bow to each other.": "Die Zauberer verbeugen sich voreinander.",
    "Their {count} threat": [
      "Ihre {count} Drohung",
      "Alle ihre {count} Drohungen"
    ],
    "There is no such round to read.": "Diese Runde gibt es nicht zu lesen.",
    "There is nothing better to do in this round.": "In dieser Runde gibt es nichts Besseres zu tun.",
    "There is only one knife: the right hand has it.": "Es gibt nur ein Messer: Die rechte Hand hat es.",
    "These gestures do not complete \u201c{spell}\u201d.": "Diese Gesten vollenden \u201e{spell}\u201c nicht.",
    "These keys": "Diese Tasten",
    "These orders show two palms at once, which is the sign of surrender. The duel would be lost.": "Diese Befehle zeigen zwei Handfl\u00e4chen zugleich, das Zeichen der Aufgabe. Das Duell w\u00e4re verloren.",
    "They do nothing": "Sie tun nichts",
    "This browser cannot have news pushed to it.": "An diesen Browser lassen sich keine Neuigkeiten schicken.",
    "This browser copies nothing by itself; the link is {url}": "Dieser Browser kopiert nichts von selbst; der Link ist {url}",
    "This browser is set to show no notifications of this site. Allow them in its own settings first.": "Dieser Browser ist so eingestellt, dass er keine Mitteilungen dieser Seite zeigt. Erlaube sie zuerst in seinen eigenen Einstellungen.",
    "Through the next eyes": "Mit den n\u00e4chsten Augen",
    "Time left": "Verbleibende Zeit",
    "Time stands still for you": "Die Zeit steht still f\u00fcr dich",
    "Time stands still for {who}: nobody else sees what you do, or has a defence against it.": "Die Zeit steht still ({who}): Niemand sonst sieht, was geschieht, oder kann sich wehren.",
    "To leave the duel, type \u201cgive up yes\u201d.": "Um das Duell zu verlassen, tippe \u201egive up yes\u201c.",
    "To the lobby": "Zur Lobby",
    "Try it": "Ausprobieren",
    "Turning points": "Wendepunkte",
    "Two palms at once mean surrender: nobody gives up by a plan.": "Zwei Handfl\u00e4chen zugleich bedeuten Aufgabe: Durch einen Plan gibt niemand auf.",
    "Two palms at once mean surrender: the duel is lost.": "Zwei Handfl\u00e4chen zugleich bedeuten Aufgabe: Das Duell ist verloren.",
    "Type \u201chelp\u201d for all that can be typed.": "Tippe \u201ehelp\u201c, um zu h\u00f6ren, was sich tippen l\u00e4sst.",
    "Type \u201cseal\u201d again if you mean it.": "Tippe noch einmal \u201eseal\u201c, wenn du es ernst meinst.",
    "Under nobody\u2019s orders": "Unter niemandes Befehl",
    "Undo": "R\u00fcckg\u00e4ngig",
    "Undo (U)": "R\u00fcckg\u00e4ngig (U)",
    "Unfold the threats, or fold them away": "Zeigen oder verbergen, was droht",
    "Up": "Nach oben",
    "Waiting for {names}": "Warten auf {names}",
    "Waiting for {some} of {all} wizards": "Warten auf {some} von {all} Zauberern",
    "Warnings": "Warnungen",
    "Watchers alone read what you say, until the duel is over.": "Bis das Duell vorbei ist, lesen nur die Zuschauer, was du sagst.",
    "Well done": "Gut gemacht",
    "What decided it, in {round}: {event}": "Die Entscheidung, in {round}: {event}",
    "What happened": "Was geschah",
    "What if \u2026?": "Was w\u00e4re, wenn \u2026?",
    "What if \u2026? Rehearse the round": "Was w\u00e4re, wenn \u2026? Die Runde durchspielen",
    "What it shows": "Was es zeigt",
    "What may come": "Was droht",
    "What was said": "Was gesagt wurde",
    "What would you do?": "Was w\u00fcrdest du tun?",
    "Whatever they show": "Was sie auch zeigen",
    "When this round shows what you foresee, your orders for the next are sealed at once. The first line that fits holds; nobody else sees them.": "Zeigt diese Runde, was du vorhersiehst, werden deine Befehle f\u00fcr die n\u00e4chste sofort versiegelt. Es gilt die erste Zeile, die passt; niemand sonst sieht sie.",
    "Wizard": "Zauberer",
    "Wizards": "Zauberer",
    "Would be part of": "W\u00e4re Teil von",
    "Would complete": "W\u00fcrde vollenden",
    "You": "Du",
    "You are asked a question": "Du wirst etwas gefragt",
    "You are asked a question.": "Du wirst etwas gefragt.",
    "You are hasted: your hands make two pairs of gestures in this round.": "Du bist in Hast: Deine H\u00e4nde machen in dieser Runde zwei Paare von Gesten.",
    "You are out of the duel.": "Du bist aus dem Duell.",
    "You are watching.": "Du schaust zu.",
    "You can change them until {count} others have sealed too.": "Du kannst sie \u00e4ndern, bis {count} andere auch versiegelt haben.",
    "You can change them until {names} have sealed too.": "Du kannst sie \u00e4ndern, bis auch {names} versiegelt haben.",
    "You can change them until {name} has sealed too.": "Du kannst sie \u00e4ndern, bis auch {name} versiegelt hat.",
    "You could not see this": "Das konntest du nicht sehen",
    "You could stop it: {answers}.": "Du k\u00f6nntest es aufhalten: {answers}.",
    "You have given up.": "Du hast aufgegeben.",
    "You have learned:": "Das hast du gelernt:",
    "You hear nothing of what is said here.": "Du h\u00f6rst nichts von dem, was hier gesagt wird.",
    "You leave the duel at the end of this round, and the others fight on. It counts as a surrender.": "Du verl\u00e4sst das Duell am Ende dieser Runde, und die anderen k\u00e4mpfen weiter. Es z\u00e4hlt als Aufgabe.",
    "You wait.": "Du wartest.",
    "Your answer is sealed.": "Deine Antwort ist versiegelt.",
    "Your knife is aimed at nobody.": "Dein Messer ist auf niemanden gerichtet.",
    "Your knife is aimed at yourself.": "Dein Messer ist auf dich selbst gerichtet.",
    "Your knife is aimed at {name}, who is on your side.": "Dein Messer ist auf {name} gerichtet, und das ist deine Seite.",
    "Your left hand could complete": "Deine linke Hand k\u00f6nnte vollenden",
    "Your left hand stabs": "Deine linke Hand sticht",
    "Your left hand: {spell} at": "Deine linke Hand: {spell} auf",
    "Your monsters": "Deine Monster",
    "Your orders, please": "Deine Befehle, bitte",
    "Your plan did not hold: its orders name something that is not there now. You are asked as usual.": "Dein Plan ging nicht auf: Seine Befehle nennen etwas, das jetzt nicht da ist. Du wirst wie \u00fcblich gefragt.",
    "Your plan did not hold: {effect} binds your hand. You are asked as usual.": "Dein Plan ging nicht auf: {effect} bindet deine Hand. Du wirst wie \u00fcblich gefragt.",
    "Your plan held: its orders are sealed for you. You may still change them.": "Dein Plan ging auf: Seine Befehle sind f\u00fcr dich versiegelt. Du kannst sie noch \u00e4ndern.",
    "Your plan was not for what round {round} showed: you are asked as usual.": "Dein Plan passte nicht zu dem, was Runde {round} zeigte: Du wirst wie \u00fcblich gefragt.",
    "Your right hand could complete": "Deine rechte Hand k\u00f6nnte vollenden",
    "Your right hand stabs": "Deine rechte Hand sticht",
    "Your right hand: {spell} at": "Deine rechte Hand: {spell} auf",
    "Your team": "Dein Team",
    "Your time was up in round {round}, so your plan went with it.": "In Runde {round} war deine Zeit um; damit ist auch dein Plan hinf\u00e4llig.",
    "Your words": "Deine Worte",
    "a spell is banked": "ein Zauber ist aufbewahrt",
    "and {count} more": [
      "und {count} weiterer",
      "und {count} weitere"
    ],
    "and {name}\u2019s right hand shows": "und die rechte Hand von {name} zeigt",
    "announces": "sagt an",
    "any": "beliebig",
    "as far as you have seen the hands": "soweit du die H\u00e4nde gesehen hast",
    "at": "auf",
    "at {names}": "auf {names}",
    "attacks you": "greift dich an",
    "attacks {name}": "greift {name} an",
    "away": "nicht da",
    "bank left, keep left, release: what Delayed Effect and Permanency take, and what is released.": "bank left, keep left, release: was Verz\u00f6gerte Wirkung und Dauerhaftigkeit nehmen, und was freigesetzt wird.",
    "banks a spell": "bewahrt einen Zauber auf",
    "banks {spell}": "bewahrt {spell} auf",
    "both hands": "beide H\u00e4nde",
    "by link": "per Link",
    "by the book": "wie im Buch",
    "by {name}": "durch {name}",
    "cast left shield: which spell, where the gestures are those of several.": "cast left shield: welcher Zauber, wo die Gesten zu mehreren geh\u00f6ren.",
    "challenges {named}": "fordert {named} heraus",
    "completes a spell": "vollendet einen Zauber",
    "completes {spells}": "vollendet {spells}",
    "completes {spell}": "vollendet {spell}",
    "dead": "tot",
    "died in round {round}": "gestorben in Runde {round}",
    "disrupted: gestures up to here are spent": "unterbrochen: die Gesten bis hier sind verbraucht",
    "each hand its own spell": "jede Hand ihren eigenen Zauber",
    "everybody hears it": "alle h\u00f6ren es",
    "for good": "f\u00fcr immer",
    "forced by {effect}": "erzwungen durch {effect}",
    "free round": "freie Runde",
    "gestures revealed": "Gesten aufgedeckt",
    "give up: leave the duel.": "give up: das Duell verlassen.",
    "graveyard": "Friedhof",
    "hit points": "Lebenspunkte",
    "in reserve": "in Reserve",
    "it does what the right hand does.": "sie tut, was die rechte Hand tut.",
    "it makes {gesture}, whatever you do.": "sie macht {gesture}, was du auch tust.",
    "it may be held.": "sie wird vielleicht festgehalten.",
    "it may not do what you choose.": "sie tut vielleicht nicht, was du w\u00e4hlst.",
    "left": "gegangen",
    "left P; right > at Merlin; both at Merlin: one hand, or whom it is aimed at.": "left P; right > at Merlin; both at Merlin: eine einzelne Hand, oder auf wen gezielt wird.",
    "left hand": "linke Hand",
    "left hand of the second pair": "linke Hand des zweiten Paars",
    "left {count} of {all}": "links {count} von {all}",
    "left {gesture}": "links {gesture}",
    "lets go of {spell}": "setzt {spell} frei",
    "makes {spell} permanent": "macht {spell} dauerhaft",
    "nobody": "niemand",
    "not played yet": "noch nicht gespielt",
    "not revealed yet": "noch nicht aufgedeckt",
    "nothing": "nichts",
    "nothing now": "jetzt nichts",
    "nothing of yours stops it": "nichts von dir h\u00e4lt es auf",
    "nothing picked yet": "noch nichts gew\u00e4hlt",
    "nothing yet": "noch nichts",
    "one spell of both hands": "ein Zauber beider H\u00e4nde",
    "only {gestures} are left to it.": "ihr bleiben nur {gestures}.",
    "open or close the spell book": "das Zauberbuch \u00f6ffnen oder schlie\u00dfen",
    "orders: what you have chosen. seal: seal it. back: take it back. undo, redo, clear.": "orders: was du gew\u00e4hlt hast. seal: versiegeln. back: zur\u00fccknehmen. undo, redo, clear: r\u00fcckg\u00e4ngig, wiederholen, leeren.",
    "picked: {gesture}": "gew\u00e4hlt: {gesture}",
    "questions: what you are asked. answer 1 2: to the first question, the second answer.": "questions: was du gefragt wirst. answer 1 2: auf die erste Frage die zweite Antwort.",
    "quick": "schnell",
    "rating {rating}": "Wertung {rating}",
    "ready": "bereit",
    "ready, away": "bereit, nicht da",
    "register the name again": "den Namen wieder registrieren",
    "report": "melden",
    "reserve": "Reserve",
    "right hand": "rechte Hand",
    "right hand of the second pair": "rechte Hand des zweiten Paars",
    "right {count} of {all}": "rechts {count} von {all}",
    "right {gesture}": "rechts {gesture}",
    "round {number}": "Runde {number}",
    "rounds {from} to {to}": "Runden {from} bis {to}",
    "rule": "Regel",
    "score {score}": "Punktestand {score}",
    "search the spell book": "im Zauberbuch suchen",
    "second pair: {orders}": "zweites Paar: {orders}",
    "slow": "langsam",
    "spells SW: spells with these gestures or this name. say and words: with your orders. talk and words: at once.": "spells SW: Zauber mit diesen Gesten oder diesem Namen. say und Worte: mit deinen Befehlen. talk und Worte: sofort.",
    "status: how all stand. hands: their gestures. threats: what may come. history: the last rounds; round 3: that round, with its rules.": "status: wie es um alle steht. hands: ihre Gesten. threats: was kommen kann. history: die letzten Runden; round 3: diese Runde, mit ihren Regeln.",
    "stood to the end": "stand bis zum Ende",
    "stopped time": "angehaltene Zeit",
    "surrendered": "hat aufgegeben",
    "surrendered in round {round}": "aufgegeben in Runde {round}",
    "team {number}": "Team {number}",
    "the dice may choose for this hand.": "f\u00fcr diese Hand w\u00e4hlen vielleicht die W\u00fcrfel.",
    "the monster of your left hand": "das Monster deiner linken Hand",
    "the monster of your right hand": "das Monster deiner rechten Hand",
    "the monster of {name}\u2019s left hand": "das Monster der linken Hand von {name}",
    "the monster of {name}\u2019s right hand": "das Monster der rechten Hand von {name}",
    "the usual target": "das \u00fcbliche Ziel",
    "then": "dann",
    "then your left hand does": "dann tut deine linke Hand",
    "then your right hand does": "dann tut deine rechte Hand",
    "thinking": "\u00fcberlegt",
    "thinking, away": "\u00fcberlegt, nicht da",
    "to you": "an dich",
    "unseen": "ungesehen",
    "usual pace": "\u00fcbliches Tempo",
    "watching": "schaut zu",
    "when last seen": "zuletzt gesehen",
    "why": "warum",
    "you": "du",
    "you alone": "du allein",
    "you:": "du:",
    "your new one": "dein neues",
    "your settings": "deinen Einstellungen",
    "your team": "dein Team",
    "yourself": "du selbst",
    "yourself ({name})": "du selbst ({name})",
    "{answers} and {count} more": [
      "{answers} und {count} weiterer",
      "{answers} und {count} weitere"
    ],
    "{by} attacks for {points}.": "{by} greift an, f\u00fcr {points}.",
    "{by} attacks you for {count}.": [
      "{by} greift dich an, f\u00fcr {count} Punkt.",
      "{by} greift dich an, f\u00fcr {count} Punkte."
    ],
    "{by} could complete {spell} in three rounds: {how}.": "{by} k\u00f6nnte in drei Runden {spell} vollenden: {how}.",
    "{by} could complete {spell} in two rounds: {how}.": "{by} k\u00f6nnte in zwei Runden {spell} vollenden: {how}.",
    "{by} could complete {spell} next round: {how}.": "{by} k\u00f6nnte in der n\u00e4chsten Runde {spell} vollenden: {how}.",
    "{by} could complete {spell} with both hands: {gesture}.": "{by} k\u00f6nnte mit beiden H\u00e4nden {spell} vollenden: {gesture}.",
    "{by} could complete {spell} with one hand: {gesture}.": "{by} k\u00f6nnte mit einer Hand {spell} vollenden: {gesture}.",
    "{class}; usually at: {at}": "{class}; \u00fcblicherweise auf: {at}",
    "{count} attack": [
      "{count} Angriff",
      "{count} Angriffe"
    ],
    "{count} more": [
      "{count} weiterer",
      "{count} weitere"
    ],
    "{count} not by the book": [
      "{count} anders als im Buch",
      "{count} anders als im Buch"
    ],
    "{count} open challenge": [
      "{count} offene Herausforderung",
      "{count} offene Herausforderungen"
    ],
    "{count} question is still without an answer.": [
      "{count} Frage ist noch ohne Antwort.",
      "{count} Fragen sind noch ohne Antwort."
    ],
    "{count} round": [
      "{count} Runde",
      "{count} Runden"
    ],
    "{count} spell found": [
      "{count} Zauber gefunden",
      "{count} Zauber gefunden"
    ],
    "{count} spell next round": [
      "{count} Zauber in der n\u00e4chsten Runde",
      "{count} Zauber in der n\u00e4chsten Runde"
    ],
    "{count} watcher": [
      "{count} Zuschauer",
      "{count} Zuschauer"
    ],
    "{days} d {hours} h": "{days} T {hours} Std.",
    "{does} at {name}": "{does} auf {name}",
    "{effect} for good": "{effect} f\u00fcr immer",
    "{effect} for {count} round": [
      "{effect} f\u00fcr {count} Runde",
      "{effect} f\u00fcr {count} Runden"
    ],
    "{effect} of {name}": "{effect} von {name}",
    "{event} (Rule: {source})": "{event} (Regel: {source})",
    "{gestures} completes {spells}.": "{gestures} vollendet {spells}.",
    "{gestures} with both hands": "{gestures} mit beiden H\u00e4nden",
    "{gestures} with either hand": "{gestures} mit einer der H\u00e4nde",
    "{gestures} with the left hand": "{gestures} mit der linken Hand",
    "{gestures} with the right hand": "{gestures} mit der rechten Hand",
    "{gestures}: {spell}": "{gestures}: {spell}",
    "{hand}, second pair": "{hand}, zweites Paar",
    "{hours} h {minutes} min": "{hours} Std. {minutes} Min.",
    "{monster} attacks": "{monster} greift an",
    "{monster} attacks again": "{monster} greift noch einmal an",
    "{monster} attacks nobody.": "{monster} greift niemanden an.",
    "{monster} attacks {victim}": "{monster} greift {victim} an",
    "{monster} is sent at {name}, who is on your side.": "{monster} greift {name} an, und das ist deine Seite.",
    "{names} died": "Gestorben: {names}",
    "{names} surrendered": "Aufgegeben: {names}",
    "{names} wins the duel.": "{names} gewinnt das Duell.",
    "{name} cannot be seen: your knife would miss.": "{name} ist nicht zu sehen: Dein Messer ginge daneben.",
    "{name} cannot be seen: {spell} would miss.": "{name} ist nicht zu sehen: {spell} ginge daneben.",
    "{name} dies.": "{name} stirbt.",
    "{name} gave no orders for three weeks, and is dead to the Mountain.": "{name} gab drei Wochen lang keine Befehle und ist f\u00fcr den Berg tot.",
    "{name} is gone.": "{name} ist fort.",
    "{name} lies in the {graveyard}, and its score with it. You may {register}, for a new life from zero.": "{name} liegt auf dem {graveyard}, und die Punkte mit. Du darfst {register}, f\u00fcr ein neues Leben von null an.",
    "{name} may choose for this hand.": "{name} w\u00e4hlt vielleicht f\u00fcr diese Hand.",
    "{name} was out of time three rounds in a row.": "{name} hat die Zeit dreimal in Folge \u00fcberschritten.",
    "{name}, dead": "{name}, tot",
    "{name}, left hand": "{name}, linke Hand",
    "{name}, left hand: {gestures}": "{name}, linke Hand: {gestures}",
    "{name}, right hand": "{name}, rechte Hand",
    "{name}, right hand: {gestures}": "{name}, rechte Hand: {gestures}",
    "{name}, the caster": "{name}, von wem er kommt",
    "{name}, {kind}": "{name}, {kind}",
    "{name}, {kind}, appears.": "{name}, {kind}, erscheint.",
    "{name}, {kind}, serves {owner}.": "{name}, {kind}, dient {owner}.",
    "{name}, {kind}, {hp} of {most}": "{name}, {kind}, {hp} von {most}",
    "{name}, {kind}, {hp} of {most}, attacks {target}": "{name}, {kind}, {hp} von {most}, greift {target} an",
    "{name}: {effects}": "{name}: {effects}",
    "{name}: {hp} of {most} hit points": "{name}: {hp} von {most} Lebenspunkten",
    "{name}: {words}": "{name}: {words}",
    "{name}\u2019s new one": "das neue von {name}",
    "{next} next, {later} later": "{next} gleich, {later} sp\u00e4ter",
    "{number}: {label}, as it stands": "{number}: {label}, wie es steht",
    "{one} and {other} at one being spoil each other.": "{one} und {other} auf dasselbe Wesen verderben einander.",
    "{points} of {most}": "{points} von {most}",
    "{result} A duel of Waving Hands, in {count} round.": [
      "{result} Ein Duell in Waving Hands, in {count} Runde.",
      "{result} Ein Duell in Waving Hands, in {count} Runden."
    ],
    "{rounds}, both hands": "{rounds}, beide H\u00e4nde",
    "{rounds}, left hand": "{rounds}, linke Hand",
    "{rounds}, right hand": "{rounds}, rechte Hand",
    "{source}; ruling {ruling}": "{source}; Entscheid {ruling}",
    "{spells}, {attacks}": "{spells}, {attacks}",
    "{spell} (both hands)": "{spell} (beide H\u00e4nde)",
    "{spell} ({how})": "{spell} ({how})",
    "{spell} at {name}": "{spell} auf {name}",
    "{spell} at {name} does nothing.": "{spell} auf {name} bewirkt nichts.",
    "{spell} is aimed at nobody: it would be lost.": "{spell} ist auf niemanden gerichtet und w\u00e4re verloren.",
    "{spell} is aimed at yourself.": "{spell} ist auf dich selbst gerichtet.",
    "{spell} is aimed at {name}, who is on your side.": "{spell} ist auf {name} gerichtet, und das ist deine Seite.",
    "{spell} is aimed at {name}: the monster would serve {owner}, not you.": "{spell} ist auf {name} gerichtet: Das Monster w\u00fcrde {owner} dienen, nicht dir.",
    "{spell} is banked": "aufbewahrt: {spell}",
    "{spell} is released": "{spell} wird freigesetzt",
    "{spell} would help {name}.": "{spell} w\u00fcrde {name} helfen.",
    "{text} What decided it: {event}": "{text} Die Entscheidung: {event}",
    "{what} of the left hand, at": "{what} der linken Hand, auf",
    "{what} of the right hand, at": "{what} der rechten Hand, auf",
    "{winners} has won": [
      "{winners} hat gewonnen",
      "{winners} haben gewonnen"
    ],
    "{wizard}, left hand, round {number}": "{wizard}, linke Hand, Runde {number}",
    "{wizard}, right hand, round {number}": "{wizard}, rechte Hand, Runde {number}",
    "{won}: {ends}.": "{won}. {ends}.",
    "\u201c{text}\u201d is no command; \u201chelp\u201d lists them.": "\u201e{text}\u201c ist kein Befehl; \u201ehelp\u201c z\u00e4hlt sie auf.",
    "\u2190 \u2192 a round back and on, Space plays, 0 to 9 lead through the duel, f to other eyes.": "\u2190 \u2192 eine Runde zur\u00fcck und weiter, Leertaste spielt ab, 0 bis 9 f\u00fchren durchs Duell, f zu anderen Augen."
  };
  for (const key in newcatalog) {
    django.catalog[key] = newcatalog[key];
  }
  

  if (!django.jsi18n_initialized) {
    django.gettext = function(msgid) {
      const value = django.catalog[msgid];
      if (typeof value === 'undefined') {
        return msgid;
      } else {
        return (typeof value === 'string') ? value : value[0];
      }
    };

    django.ngettext = function(singular, plural, count) {
      const value = django.catalog[singular];
      if (typeof value === 'undefined') {
        return (count == 1) ? singular : plural;
      } else {
        return value.constructor === Array ? value[django.pluralidx(count)] : value;
      }
    };

    django.gettext_noop = function(msgid) { return msgid; };

    django.pgettext = function(context, msgid) {
      let value = django.gettext(context + '\x04' + msgid);
      if (value.includes('\x04')) {
        value = msgid;
      }
      return value;
    };

    django.npgettext = function(context, singular, plural, count) {
      let value = django.ngettext(context + '\x04' + singular, context + '\x04' + plural, count);
      if (value.includes('\x04')) {
        value = django.ngettext(singular, plural, count);
      }
      return value;
    };

    django.interpolate = function(fmt, obj, named) {
      if (named) {
        return fmt.replace(/%\(\w+\)s/g, function(match){return String(obj[match.slice(2,-2)])});
      } else {
        return fmt.replace(/%s/g, function(match){return String(obj.shift())});
      }
    };


    /* formatting library */

    django.formats = {
    "DATETIME_FORMAT": "j. F Y H:i",
    "DATETIME_INPUT_FORMATS": [
      "%d.%m.%Y %H:%M:%S",
      "%d.%m.%Y %H:%M:%S.%f",
      "%d.%m.%Y %H:%M",
      "%Y-%m-%d %H:%M:%S",
      "%Y-%m-%d %H:%M:%S.%f",
      "%Y-%m-%d %H:%M",
      "%Y-%m-%d"
    ],
    "DATE_FORMAT": "j. F Y",
    "DATE_INPUT_FORMATS": [
      "%d.%m.%Y",
      "%d.%m.%y",
      "%Y-%m-%d"
    ],
    "DECIMAL_SEPARATOR": ",",
    "FIRST_DAY_OF_WEEK": 1,
    "MONTH_DAY_FORMAT": "j. F",
    "NUMBER_GROUPING": 3,
    "SHORT_DATETIME_FORMAT": "d.m.Y H:i",
    "SHORT_DATE_FORMAT": "d.m.Y",
    "THOUSAND_SEPARATOR": ".",
    "TIME_FORMAT": "H:i",
    "TIME_INPUT_FORMATS": [
      "%H:%M:%S",
      "%H:%M:%S.%f",
      "%H:%M"
    ],
    "YEAR_MONTH_FORMAT": "F Y"
  };

    django.get_format = function(format_type) {
      const value = django.formats[format_type];
      if (typeof value === 'undefined') {
        return format_type;
      } else {
        return value;
      }
    };

    /* add to global namespace */
    globals.pluralidx = django.pluralidx;
    globals.gettext = django.gettext;
    globals.ngettext = django.ngettext;
    globals.gettext_noop = django.gettext_noop;
    globals.pgettext = django.pgettext;
    globals.npgettext = django.npgettext;
    globals.interpolate = django.interpolate;
    globals.get_format = django.get_format;

    django.jsi18n_initialized = true;
  }
};
