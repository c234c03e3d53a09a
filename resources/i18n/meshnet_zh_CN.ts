<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>Meshnet</name>
    <message>
        <source> %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> MB/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> Somebody is getting layers ready.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> To chat with them, this computer needs only its small files.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> Your chats use it now; they need another one then.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> its layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> layers {span}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> of {limit_bytes} that they may take</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> {done_bytes} of {total_bytes}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · {agreement} alike</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>({num} more characters were sent)</source>
        <extracomment>({num} more character was sent)</extracomment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>, </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, limited to {max_cache_bytes}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, {eta_s} left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, {others} in another precision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, {wanted} on the way</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 (greedy)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 up to 15 means layers 0 to 14</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>16 bit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>30 days</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>32 bit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>4 bit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>7 days</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>8 bit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; you seem to be the last one here, so nobody may be left to give you one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A chat that runs on several computers is computed by them. Each one works on numbers from which your text and the answer can be reconstructed; the first and the last get the words themselves. So be in a swarm with people whom you trust with that.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A chat that runs on this computer alone is seen by nobody else. Where the whole model fits, the settings can keep every chat here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A firewall or a missing permission keeps Meshnet from the network.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A message can have {num} attachments.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A message can hold {most} characters.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A model is here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A model to begin with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A peer kept no session cache, so every token cost a full pass.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A picture of the invite</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A swarm is a group of people who lend each other their computers. Each computer keeps some layers of the model, and together they answer. Only who has an invite gets in, and all that they send each other is encrypted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A year</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About {size} of models that were not used for long would go from the disk.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Access token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add it although it is not encrypted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add it anyway</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add the computer at this address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add {repository}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Adding up…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Address of a computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Address of a mirror</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Age</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All peers of a route need the same one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All that is in its folder is deleted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All {last}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All {num_layers} on {who}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Always</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An answer broke off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An answer needs every layer of the model. Serve them yourself, or bring in others who do.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>And {others}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answer again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answer options</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Apply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Apply and reload</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Apply model, layers, precision, threads and reach</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Apply {num} changes</source>
        <extracomment>Apply {num} change</extracomment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Applying…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Around a pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As computed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As stored</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask your first question: the model answers on this computer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask {address} now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask: {question}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Asking the hub whether it knows this token…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Asks for terms to be accepted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At all times</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At all times. One line each, like mon-fri 22:00-07:00</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At night</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At night and on weekends</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At worst {worst_bytes}: {max_sessions} × {each}{limit}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attach text files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attach text files; a folder cannot be sent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attach the part that your question is about.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attachments</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back to the default: {title}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Begin a new chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Begin a new line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Begin with the starter model, a small one that chats at once. Or find another: of a large one this computer needs only some layers, and a file that you have can be imported.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Between members everything is encrypted. Nobody outside of the swarm can read it, nor can a member that only relays it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By day</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By my rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By state</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cache misses</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel and forget what has come of unfinished layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel editing (Esc)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change it under Options.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chats have to wait</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checking layers {span} before others use them…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checking what has come</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a picture of the invite</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a picture…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose among the likeliest tokens that together have this probability; 1: all.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose among this many likeliest tokens; 0: no limit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose by number…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose the hour, or leave it out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose what runs now, or type a name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choosing layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chosen by itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close the window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close this message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close what the hub found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comparing all that is here with its digests…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Computes in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Computes on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Computing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Context in use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copied what is selected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copied.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy question</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the invite</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the lines that are shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy this node's address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cut off at the token limit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Data sent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete the selected chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete what no model needs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Discard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Disk used by models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dismiss this notice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draw everything in its usual size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draw everything larger</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draw everything smaller</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dropped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dropped lately</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dropped sessions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Earlier version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit and send again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Errors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every computer in the swarm serves a few layers of the model; together they answer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everybody in this network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everybody in this network can reach it. {no_password}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything in this dialog goes back to what it was when Meshnet was new. Chats and models stay.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything that was asked here is in the settings, and so are these pages.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Evict</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Evict the selected session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Explain how rainbows form, in three sentences.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export all chats as JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export all chats...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export as JSON...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export as Markdown...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export this chat as JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export this chat as Markdown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exported to {file}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exporting all chats...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Failed: {error}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fastest first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fetched so far</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find a model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find another model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find another model…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find one in the Models tab, or get the starter model in the Chat tab.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Finishing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Finishing running chats…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Finishing: running chats move to other computers first…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First layer to remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fits this computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Follow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Follow the newest line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For you and people whom you trust. It works at once, with this computer alone, and grows as others join.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Free memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Get</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Get layers of this model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Get layers…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Get the starter model (93 MB)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Get these layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Get {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Get {needed}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Getting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Getting its configuration and tokenizer…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Getting its layers…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Getting ready</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Getting ready: {what}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Getting ready…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Getting the starter model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Getting{layers} first:{amount}{left}…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Getting{layers} first…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Get…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give it a name, so that you can tell your swarms apart.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give me a recipe idea with tomatoes and rice.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go on with this answer from where it stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the next one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the one before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Going on…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Groups of settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hand layers on to members</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Handed out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Has left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Holds for all chats: on this computer alone, split over the swarm, or either.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hours of the week at which to share</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How far back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How freely the next token is chosen: 0 always takes the likeliest, higher is more varied.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How much to give</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How much tokens that came before are held back; 1: not at all.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Idle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import a .gguf file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import a .gguf file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import a folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import a folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import a model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import and export chats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import chats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import chats...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import the folder of a model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Imported {name}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Importing chats...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Importing {name}…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In your swarm now</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>In {num} days: {tokens} tokens, {sessions} sessions, {time} shared, {size} sent.</source>
        <extracomment>In {num} day: {tokens} tokens, {sessions} sessions, {time} shared, {size} sent.</extracomment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Incomplete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Incomplete · {tokens}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Introduction…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Invite</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Invite somebody</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Invite somebody to this swarm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Invite to {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Is a computer on that does not appear? Add it by the address that its Node tab shows.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It can be fetched again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It could not be saved: {strerror}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is hidden again after {shown_minutes} minutes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It names no chats and no keys, and it stays on this computer unless you hand it on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It serves the model {precision}. {one_route}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It was imported: without the file that it came from, it cannot be had back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It works for computers in this network. For people elsewhere one computer of the swarm has to be reachable from the internet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It works from anywhere, through {public}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its id is {node_id}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its publisher asks you to accept terms first: open its page on the hub with your account, accept them, then sign in below with a token of that account.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Join</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Join or start another swarm…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Join with an invite</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Join with this invite</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Joining</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Jump to the latest message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep Meshnet running in the tray?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep what is served now, and serve this beside it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last hour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Later version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers come from members of your swarm first, then from the hub, where models are published. Some models ask you to accept their terms there; with an access token of your account this computer can get those, too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers of the model and who serves them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers on this disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers that members of the swarm have fetched from it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers that the swarm serves</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers that this computer runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers {fitting}, as many as fit this computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers {span}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers {span} are removed; {freed} are free again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers {span}: nobody serves them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers {span}: nobody shares them; chats run on this computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Layers {span}: {num} computers serve them</source>
        <extracomment>Layers {span}: {num} computer serves them</extracomment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Leave</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave out the middle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave out the oldest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave the oldest turns out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave turns in the middle out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave {name}?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave {name}…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leaving</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Left out: {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Level</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Like the system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Limits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Limits of what is given</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Limits…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>List of chats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loaded: {weights}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loading</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loading layers {span}…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lock everybody out of {name} and invite anew?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lock out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Longest answer (tokens)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking for a route…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking for the others</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking for the others…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking for your chats...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking what it consists of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking what it consists of…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking which layers are needed…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking which models are on this disk…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Many answers at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Members of your swarm see this computer's name and addresses, which layers it serves, and how fast it is. Whoever has the invite is a member, and can invite others.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory for session caches, in MB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory used by session caches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Meshnet ended unexpectedly last time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Meshnet goes on, and your chats are saved. If it behaves oddly, quit it and start it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Meshnet is running already, but it does not answer. Wait a little, or end it, and start it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Meshnet runs a language model on this computer, or on several together. Each of them takes some of its layers, and so they run a model that is too large for one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Meshnet – {state}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mirror of the hub</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model files (*.gguf);;All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models of its type were not found to run right in parts, so this computer does not serve them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models take {used_bytes}{limit}. {free_bytes} of the disk are free.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models take {used} here; {free} of the disk are free.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More that can be done with this swarm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Most free cache first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name of a model, or owner/name of any repository on the hub</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name of the new swarm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name of this computer…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nearest first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New chat (Ctrl+N)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No chat has “{query}” in it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No computers that could answer are there now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No direct way to it was found, so what is sent goes through another computer of the swarm, which cannot read it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No layers on this disk yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No line fits this level and filter.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No matter how much</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No matter who uses it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No memory reserved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No model is on this computer yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No model is on this computer yet, so there is nothing to cover.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No model is on this computer yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No model is on this disk yet. A small one is there in a minute; of a large one this computer needs some layers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No other computer is here yet. Members appear by themselves as soon as they are on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No other computer yet. In a swarm they find each other by themselves. Without one: share another computer with everybody in this network, then add the address that its Node tab shows.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No sessions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No sessions yet. A session appears when somebody's chat runs through {whose}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No setting has these words.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No swarm: work alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No tokens were computed for others in these days.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nobody else is here yet. Invite somebody; the computers of a swarm find each other by themselves.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nobody in your swarm serves a model yet. Choose one below and share it: the others can then use it, too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nobody serves {layers}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nobody serves {layers} now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nobody serves {layers} yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None for now: others of the swarm compute</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None of these layers is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None of these layers is on this disk.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not active.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not measured yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not ready</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not sharing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing can be applied before this is put right: {titles}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing has happened yet. What this computer does is written here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing in the list fits that. A smaller model, or more computers in your swarm, would.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing in the list matches that. The hub has many more: search there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is kept of this run: the log goes to the terminal only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is served yet: this computer is getting ready.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is served.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was dropped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was measured yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was sent to others in these days.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Now {speed} tokens/s, {num} sessions with {size} of memory.</source>
        <extracomment>Now {speed} tokens/s, {num} session with {size} of memory.</extracomment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Now {value}, at least {least} in the last hour.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Now {value}, at most {most} in the last hour.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Offline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Offline: {error} Last known state below.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On the hub: {what}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On the other computer open Meshnet, the Swarm tab, “Join with an invite”. Send the text or the picture there, or take a photo of the picture.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On the swarm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On this computer ({num2} on the way)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One answer's speed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One file or folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One model, many computers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Online</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only host and port are needed, nothing after them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only members of {swarm} are let in.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only programs on this computer can reach it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only sessions of your own chats can be dropped on a peer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only text can be sent to the model: copy the text out of the file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only this computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open Meshnet to go on with it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open Meshnet to read it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open Meshnet to see why.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the folder of the log files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the log's folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the selected chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Options</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Order of the computers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other models are in the Models tab. A friend's swarm is joined in the Swarm tab.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other precision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Our house</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paste a token first. You make one in the settings of your account on the hub; reading is enough.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paste the invite first, or choose a picture of it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paste the invite here, or drop a picture of it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pasted text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause for 1 hour (until {time})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause for 4 hours (until {time})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause sharing for a time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause until tomorrow ({time})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paused until {time}. Then this computer shares again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paused until {time}. Then your rules decide again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paused: layers {span} stay in memory for a while</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pictures (*.png)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pictures ({kinds})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plots, maps and schedules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Port</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Precision of the weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous 30 days</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous 7 days</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Processor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Processor threads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Program, by the name of its file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Programs that are waited for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progress</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put right what is marked below.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quit Meshnet</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Reading the prompt: {done} of {num} tokens</source>
        <extracomment>Reading the prompt: {done} of {num} token</extracomment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Ready</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ready to chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ready: layers {span}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Ready: layers {span} and {num} shards more</source>
        <extracomment>Ready: layers {span} and {num} shard more</extracomment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Ready: model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Refusals</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove some layers…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove somebody…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove the attachment {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove the chosen program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove the selected program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove these layers from this disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove {address}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove {name}?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Removing…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename the selected chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Repetition penalty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Requests</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reset all settings?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reset all…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reset {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resume now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Retry</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Retry this question</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Route: {hops}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Route: {hops}. {note}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rules of sharing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rules…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run a model together</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Running chats move to other computers, then this one stops.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Running sessions finish first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save and share by these rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save picture…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the invite</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Say so</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Say so and wait</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Schedule as text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search chats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search the chats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search the hub</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Searching the hub</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select a session to evict it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send (Enter)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send the message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sent to others</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Serve as well</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Serve layers {span} on this computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Serve these layers on this computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Session caches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Session caches kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Session caches take {used} now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sessions at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sessions kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share for as long as Meshnet runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share nothing until you say so</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share only if</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share this computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share this computer in the Node tab, or bring in others who serve the model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share while your rules allow it: when this computer is idle, at some hours, on mains</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shares for as long as Meshnet runs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shares while your rules allow it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shares {shared}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sharing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sharing is paused: no chats of others run here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sharing would stop now. {reason}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show as plain text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show only lines with this text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show or hide the list of chats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show or hide the list of chats (Ctrl+B)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the session caches of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the swarm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show this list</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Show {num} earlier messages</source>
        <extracomment>Show {num} earlier message</extracomment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Sign in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sign in to the hub</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sign out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Signed in. The token is kept in this computer's own place for it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Signed out: the token is forgotten here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Skip</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>So many tokens pass its layers in a second, as it measured ({decode_tps} for a single layer).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Somebody in the swarm gives it to you: a line of text, or a picture with a QR code.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Somebody is getting layers ready; the chat opens by itself when they are.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Something in Meshnet failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sort the sessions by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Span and model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start a swarm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start chatting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start or join a swarm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Starting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop serving {shard_name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop the answer (Esc)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop the answer, or leave editing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped by you.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Swarm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TTL left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tabs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That cannot be: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That computer is asked without encryption: whoever is on the way could read and change the chat, and nobody checks who answers. A swarm is safe from that.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That computer is in the list already.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That does not fit: {free_bytes} of the disk are free.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That is more than the {limit_bytes} that models may take on this disk.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That is no host name or IP address.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That is {num} characters; a message can hold {most}. Nothing was attached.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That mirror cannot be used: {wrong}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That picture is too large.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That session was gone already.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The answer so far is kept above.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The computers that answer can read what you ask. Be in a swarm with people whom you trust.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The context is nearly full: there is room for {num} more tokens, the answer included.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder could not be opened. It is {folder}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The general path</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The hub has nothing by that name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The invite as a QR code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The invite as text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The last hour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The layers are being fetched first. They are loaded and served when all of them are here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The layers stay in memory for {time} more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The layers that the swarm needs most, as many as fit this computer. It moves when that changes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The layers would be loaded anew.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>The layers would be loaded anew: {num} sessions ({size}) would move to other computers or end.</source>
        <extracomment>The layers would be loaded anew: {num} session ({size}) would move to other computers or end.</extracomment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>The lean path</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The most that is handed on, in MB per second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The most that models may take, in GB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The node failed, so it keeps no sessions.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The node is off. It serves layers while this computer shares: see “Share this computer”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The other computers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The other computers of {swarm} cannot be reached.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The others know this computer as {short_id}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The others serve {name}, so they cannot help with this model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The port is missing, as in 192.168.1.20:51001.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The port must be a number from 1 to 65535.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same each time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same question, options and seed give the same answer; empty: another each time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The seed must be a whole number, or empty for a random one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The shard is being checked before others may use it…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The shard is being loaded…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The shard is being unloaded…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The starter model is small and not very clever, but it chats at once. It is fetched once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The totals could not be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The tray icon says whether this computer shares, and pauses it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The weights as the model has them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The whole model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Their memory, MB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is neither a password nor encryption: a swarm has both.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no QR code in that picture. A screenshot, or a sharp photo of the whole code, works best.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no account and no company's server in between. Your chats and settings are files on this computer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no route yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no way to take a single person out: everybody who ever had an invite can come in. So to remove somebody the swarm gets a new secret. All invites until now stop working, and everybody who is to stay needs a new invite from you. Until they have used it they are out, too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These rules count while the switch stands on {position}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>They are here, but nothing is known yet of what they serve.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thinking…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This chat is longer than the model can take, so it will not be answered. Shorten the message, begin a new chat, or let older messages be left out (Options).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This chat is longer than the model can take: its oldest messages will be left out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This chat is longer than the model can take: messages from its middle will be left out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This computer cannot get to the others.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This computer cannot share</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This computer computes for others only while you share it, within limits that you set, and you can pause that at any time. Nothing is shared yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This computer does not help the others yet. You can chat all the same.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This computer forgets the swarm. To come back you need an invite again{last}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This computer is kept awake meanwhile.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This computer is not signed in.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This computer is signed in.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This computer serves layers to your swarm for as long as Meshnet runs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This computer serves layers while your rules allow it; they are in the Node tab.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This computer serves nobody. You can chat all the same, and share later in the Node tab.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This computer shares it now. Stop sharing it first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This computer shares {used} now. Stop sharing first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This computer was not shared in these days.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This frees about {freed}. They can be fetched again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This frees {held_bytes}. {value}{chats}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This message alone is longer than the model can take. Shorten it, or attach less.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This model's layers keep no session cache: every step computes the whole text again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This peer's node failed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This peer's node is off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>This would end {num} sessions ({size}).</source>
        <extracomment>This would end {num} session ({size}).</extracomment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Those of them that are not on this disk are fetched first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thoughts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Threads, port, session caches, and what computes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time at each hop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time shared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Title of the chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To chat with one of them this computer takes only its small files; the others compute.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Today</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens per second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Too large: {needed} are needed to load them, {max} are free.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Top k</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Top p</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type an address such as 192.168.1.20:51001.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Up to, not including, layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use for new chats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use in chats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use layers {fitting}, which fit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use {name} from your swarm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Used in chats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Usual hours…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Verify</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Version {index} of {num}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Warnings and errors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Welcome to Meshnet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What happens when the chat has more tokens than the model can take.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is missing comes from elsewhere.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is sent to it is not encrypted, and nobody checks who it is: use it in your own network only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is the capital of France?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What of it fits is said as soon as its small files are here; its layers come when you choose them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What others can see</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What runs now could not be found out; type the program's name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the model is told before the conversation (optional)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the model is told before the conversation, in this chat.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the others see this computer as; empty takes the name that it has.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What this computer gave</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What this computer gave by day</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What to serve</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What to show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What you choose here is applied at once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>When it is reached, layers that can be fetched again and were used longest ago make room. What this computer shares, and what was imported, stays.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>When the chat is too long</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where an answer ends that has not ended by itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where every chat runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where it is quicker</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where it runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where layers come from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where models are published, it is seen which of them you look for and fetch from there. Your chats never go there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which layers to get</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Who can reach it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Who serves which layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whoever gets to {host} can reach it. {no_password}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whoever has this invite is in, now and later. Give it only to people whom you trust, never to a public place.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With my swarm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without a model there is nothing to chat with yet: the Chat tab offers the starter model again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Would share now: no</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Would share now: not known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Would share now: yes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write a message first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write a message…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write a short poem about the sea.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writes the rest of the answer, as soon as all layers are served again</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Writing · {num} tokens</source>
        <extracomment>Writing · {num} token</extracomment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You are in no swarm now, so nobody helps this computer and it helps nobody. Choose one above to go on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You edit an earlier question. The chat goes on from there; what followed is kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You have a model as a file, or as a folder?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You paused sharing. Nobody else is served by this computer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You wrote</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your answer is ready</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your chats are as they were saved. This is what is known of it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your chats will be listed here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your computer goes on sharing as you set it, and a click on the tray icon opens the window again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your swarm serves one: to chat with it, this computer needs only its small files. Or begin with the starter model, a small one that runs here, or find another.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all {num_layers}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>allows it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>and 1 more computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>and {num_hidden}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>and {num_hidden} more computers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as computed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>asks you to accept its terms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at worst {worst_case_bytes}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at {address}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>chosen by itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>direct</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>distance unknown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ended by its head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>evicted by you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fetched {downloads} a month</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>first token {seconds} s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>getting ready</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>holds it back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>idle sessions end after {ttl_s}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is gone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>just now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layers {spans}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layers {span} of {num_layers}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>leaving</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>licence not stated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>looking for others</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>made room</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>missing {span}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>network blocked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no layers here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no layers on this disk yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no peers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no reason given</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no swarm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nobody else here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nobody {verb} {gaps}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>node {short_id}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none of {num_layers}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not encrypted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not reached yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>on this computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pinned</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>processor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>random</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ready, {amount}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>relayed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>remembered</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>remembers up to {num} tokens</source>
        <extracomment>remembers up to {num} token</extracomment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>remembers {context_tokens}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>route: {hops}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>shard unloaded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the hub</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the hub itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this model keeps no session cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this peer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this run only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>timed out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>up to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>used {used}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>within the last hour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>your swarm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{amount} are here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{amount} are here and stay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{amount} are here; it goes on by itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{amount} free</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{amount}/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{box}: 0 up to 15 means layers 0 to 14</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{context_tokens} tokens × {kv_bytes_per_token}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{count_in_words} parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{count} ago</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{day} {start} to {end}: does not share</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{day} {start} to {end}: shares</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{day} {time}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{day}: {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{done_bytes} of {total_bytes}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{dtype} on {device}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{eta_s} left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{held_bytes} of {weight_bytes}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{held_bytes} on this disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{held} of {num_layers}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{hours} ago</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{items} and {last}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{latency_ms} ms away</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{limit} of {total} here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{minutes} min ago</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{missing} are not</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{missing} of {num_layers} missing · {who}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{model_name} layers {span}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{model} can be used now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{model} is on this computer, ready to chat.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{model}, layers {span}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{model}, layers {span} of {num}: {state}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} (relayed)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} ({size})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} [{span}]: {seconds} s, {share}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} [{span}]: {seconds} s, {share}, then another took its place</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} cannot be read: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} cannot be used. {what}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} failed and went on with layers {span}, {seconds} s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} gets layers {span} ready</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} in {words}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is damaged or no picture.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is empty.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is larger than {num} MB.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is leaving layers {span}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is no file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is no picture that can be read here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is no text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} left, layers {span} moved to {others}, {seconds} s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} runs on this computer alone; nobody shares {gaps}.{coming}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} serves layers {span}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} serves layers {span}; chats now use {used} of it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} serves {span}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} {notes} with {span}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} · {size}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name}: all {num_layers} layers are served.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name}: nobody serves {gaps} to others. {route_note}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name}: nobody serves {missing}, so it cannot answer yet.{coming}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name}: unit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{num_bytes} are free again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{num_held} of {num_layers} here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{num_layers} of {num_layers2}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{num_leftovers} files or folders</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{num_others} here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{num_peers} of your swarm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{number} d</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{number} h</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{number} min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{number} s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{number} tokens/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{num} characters</source>
        <extracomment>{num} character</extracomment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} chats found</source>
        <extracomment>{num} chat found</extracomment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} chats were exported to {file}.</source>
        <extracomment>{num} chat was exported to {file}.</extracomment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} chats were imported.</source>
        <extracomment>{num} chat was imported.</extracomment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} computers</source>
        <extracomment>{num} computer</extracomment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} days</source>
        <extracomment>{num} day</extracomment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} earlier notes.</source>
        <extracomment>{num} earlier note.</extracomment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} hops</source>
        <extracomment>{num} hop</extracomment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} hours</source>
        <extracomment>{num} hour</extracomment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} layers</source>
        <extracomment>{num} layer</extracomment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} lines</source>
        <extracomment>{num} line</extracomment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} models</source>
        <extracomment>{num} model</extracomment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} more computers</source>
        <extracomment>{num} more computer</extracomment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} of them are in use.</source>
        <extracomment>{num} of them is in use.</extracomment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>{num} of {window} tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{num} other chats are being answered</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{num} other computers</source>
        <extracomment>{num} other computer</extracomment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} other computers are here.</source>
        <extracomment>{num} other computer is here.</extracomment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} others</source>
        <extracomment>{num} other</extracomment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} peers</source>
        <extracomment>{num} peer</extracomment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} sessions</source>
        <extracomment>{num} session</extracomment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} sessions have been idle for longer and would end ({size}).</source>
        <extracomment>{num} session has been idle for longer and would end ({size}).</extracomment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} shards would stop.</source>
        <extracomment>{num} shard would stop.</extracomment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} times</source>
        <extracomment>{num} time</extracomment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} tokens</source>
        <extracomment>{num} token</extracomment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>{online} of {peers} online</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{place} of {num}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{problem} Meshnet goes on trying.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{ready} at {address}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{seconds} ago</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{session_id} was dropped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{sessions} of {max_sessions}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{shard_bytes}, at worst {worst_case_bytes}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{spans} of {num_layers}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{span} not shared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{span} on {copies}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{speed} tokens/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{time}: {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{used_bytes} of {limit_bytes}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{value} tokens/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{what} Not one of these layers fits.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{what} that no model needs {value} {leftover_bytes}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{which} on this disk yet: about {bytes_to_get} are fetched first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{which}{which2} are each on one computer only: chats wait while it is away.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{words} weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{words} · you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{words}, about {shard_bytes} of memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{title}” was deleted.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Core</name>
    <message>
        <source>A local node could not be started ({strerror}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A local node did not start.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A message cannot have more than {max_attachments} attachments.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A message is too large for the swarm's network.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A pause for a time lasts a week at most.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A proxy or a firewall may look into encrypted connections; set SSL_CERT_FILE to its certificate.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A swarm's name has 1 to {max_name_chars} visible characters.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A token is not sent to a mirror without encryption.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A web page came instead of the model's data; this network may want you to sign in first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accept the terms on the model's page there, and see that your token may read gated models.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a peer that serves them, or share this computer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add the model again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Addresses of known peers, like http://host:port.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All of it would fit here {in_words}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All settings are back at their defaults.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allow it in Windows Security, Firewall &amp; network protection, Allow an app through firewall.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allow it in the firewall's settings.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allow the hub.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An invite is one line that begins with meshnet:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another model is already named {name}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another program is changing the list of swarms.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another program uses the file {name}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Any time will do.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask for it again, and copy all of it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At {host} whoever gets there could use this node, unencrypted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bytes for all session caches together.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bytes of disk for models; what was used longest ago goes first, 0 lifts the limit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel that first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cannot listen on {host}:{port}: {strerror}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chat {number} of this file cannot be used: {exc}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check its access rights.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check its name; where it was removed there, add the model again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check that it exists and may be opened.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check that {root} can be written to.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the access rights of your home folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the folder {folder}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the folder {parent}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the mirror's address in the settings.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the name; for a private model, sign in to the hub first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the network and the proxy settings, then try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the network.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the path.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the peers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the proxy settings.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check {filename}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a .gguf file, or the folder that the file is in.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a JSON file that was exported here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a file in Q4_K_M, Q8_0 or F16.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a file that ends in .gguf and is one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a folder with a complete model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a model of a type that is built in.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a repository with safetensors files.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a smaller model, or close other programs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose among the likeliest tokens of this total probability.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose among this many likeliest tokens; 0 lifts the limit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another model, or stop sharing, first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another port for the swarm.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another port, or 0 for any free one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another port.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another repository.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another revision.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another route than alone, a coarser precision, or a smaller model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose one of the two.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose others, or stop sharing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose paused, which lasts until you end it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose the repository of the whole model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close it and try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Computed in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Computing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Convert the model with a current version of llama.cpp.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Create one, or join by an invite.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Create or join a swarm, so that only its members can; or allow plain http.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>DELETE FROM attachments WHERE message = ?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>DELETE FROM conversations WHERE number = ?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Disk for models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Do not trust this folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Do not trust where it came from.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop idle session caches after</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>End it and try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>End one of them first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fetch it from the hub, or ask whoever serves it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fetch it from the hub.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Finding out whether your rules allow sharing now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Finish sessions before a pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fits on this machine: splitting will be slower.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Free some space and try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Free some space, or keep the models on another disk.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Free some space, or use fp32.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Free some space, take less, or keep the models on another disk.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Free some space; what has come is kept, and the fetch goes on from there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From elsewhere it is reached directly once the router{where} forwards TCP {known} to it; until then through a relay. Where that does not help, the provider shares one address among several customers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Get it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Get one of them from its page at the hub, and import that file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Get or copy the file again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Get or import the model again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Get the file again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Get the folder again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Get the model again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Get the model from the hub.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Get them again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Get them, or choose others.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Get these layers again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give a branch, a tag or a commit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give one whose address begins with http:// or https://.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hand layers to members</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hand the layers on this disk to other members while this computer shares.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How exact session caches are: as computed, or in 8 bit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How exact the model's weights are: as stored, or in 16, 8 or 4 bit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How freely the next token is chosen; 0 takes the likeliest.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How large everything is drawn.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How long a pause keeps the layers in memory; 0 frees it at once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many session caches are kept at once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many shards are held at once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How much tokens that came before are held back; 1 switches it off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import a folder with safetensors and tokenizer files.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import a folder with safetensors files.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import it there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import it whole.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import the folder again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import the model again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import the model again. If that does not help, the other one may be wrong.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import this one under another name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In your swarm now: all layers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In your swarm now: layers {covered}; {missing} missing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Is it still running?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Is it switched on?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Is the computer on?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Is there room for temporary files?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Is this computer on a network?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It can be cut at: {possible}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It can only be removed as a whole.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It could not be compared with the hub: {text}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It could not be set aside either ({strerror}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It does not matter what other programs do.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It does not matter whether the network is paid by volume.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It does not matter whether this computer is plugged in.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It does not matter whether you use this computer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It has {num_layers} layers: choose inside 0-{num_layers}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is set aside when Meshnet starts the next time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It left the swarm.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It looks like 203.0.113.7:7447.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It looks like http://192.168.1.20:51001.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It may be out of memory for sessions; see its session-cache panel.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It needs a tokenizer.json.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It was kept as {name}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep awake</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep layers in a pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep this computer awake while it shares and is plugged in.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers and session caches take {taken_text} of {most_text}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers of {name} are being fetched.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers {fits} would fit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers {span} are not all in this model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers {span} cannot be served in {words} on this computer: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers {span} of {name} are in use on this computer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers {span} of {name} are not all on this disk.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers {span} of {name} do not answer here: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers {span} of {name} do not compute right on this computer: {what}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers {span} of {name} need {needed} of memory, and {free} are free.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave one first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave the device at auto.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave the dtype at auto.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave the precision of session caches at auto.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Let running sessions finish before a pause; else they move to others at once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Let that end, or cancel it, first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Let the hub be asked, too, or wait for a member who has it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light or dark.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Limits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Listening address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load model types that were not certified, too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loading layers {span} of {name}...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loading {name} on this computer...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loading {span} of {name} failed ({name2}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Longest answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking for {name}...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make a token with read access in your account at the hub; sign in with it under Models, or set HF_TOKEN to it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Members hand out a configuration that is none.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory for session caches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory while idle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory while in use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Meshnet ended before this answer was complete.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Meshnet is ending.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Meshnet is still starting.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Meshnet reads safetensors files only; choose a repository with the model in that format.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Meshnet reads safetensors files only; get the model in that format.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Meshnet was started with folders of its own ({own}), which a start at sign-in would not use.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mirror of the hub</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models of its type run as stored only, not {in_words}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models of the architecture {name} cannot be imported from GGUF yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models of type {model_type} are no language models.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models of type {model_type} are not certified to run in parts{why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models of type {model_type} are not known here.{code}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models of type {model_type} cannot be cut into layers here: {exc}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models of type {model_type} cannot be run as layers {span} here: {exc}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models of type {model_type} cannot be run here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models of type {model_type} keep lists of {lengths} modules where {expected} layers are counted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models of type {model_type} keep the parts of one layer in different lists: they cannot be cut.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More of {name} is being fetched.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name layers that it has.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name of this computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Names are like owner/model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No member hands out the configuration and the tokenizer of this model as they should be.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No member hands out this model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No member of your swarm has this, and the hub is not to be asked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No program is waited for.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nobody else is there yet who could say whether this computer can be reached.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nobody reached port {port}: a firewall stands before it, on this computer or on its network. Allow incoming TCP connections to {known}. Until then others reach it through a relay.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nobody serves layers {layers} of {name}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nobody serves layers {span} any more. {text}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nobody who can be asked has all of {model} that is wanted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None of the programs runs that are waited for.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not all layers of {name} are on this disk.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not even one of them would fit: close other programs, or choose a smaller model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not with computers like this one: {why_not}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing can be saved: {name} is only read now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is saved: {name} cannot be made in the folder {parent}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing of {name} is being fetched.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Notifications</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only sessions of your own chats can be ended on a peer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other programs use {busy} % of the processor.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Others reach this computer directly on port {port}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paused until {clock}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paused until {strftime}, {clock}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paused: layers and session caches take {taken_text}; the limit is {most_text}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paused: layers and session caches take {taken_text}; the limit while you are here is {most_text}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Port of the node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Port of the swarm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Port {port} is taken by another program.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Precision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Precision of session caches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Processor threads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Processor threads for computing; 0 chooses by itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Programs during which nothing is shared, by the names of their files.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Python's package installer could not be started.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Raise the disk limit, take less, or remove a model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove it and get it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove one first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename it to {whole_name}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Repetition penalty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Routes are best at</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runner</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Say which model types to certify.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seconds after which an idle session cache is dropped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See the log for the reason.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See the log.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Serve fewer layers, or choose the device cpu.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Serve fewer layers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Serve layers to others while the app runs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Serve the weights as stored instead.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Serving {before}: others that had these layers left.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Serving {chosen} because you chose it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Serving {span} because you chose it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Serving {span}: nobody else serves {layers}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Serving {span}: these layers are needed as much as any.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Serving {span}: these layers had the least speed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Serving {whole}: the whole model fits on this computer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Session caches at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shards at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shards to serve beside that one, like NAME:0-15, or NAME for the whole model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share after idle time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share on a metered network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share on battery</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share on battery, too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share only when nobody has used this computer for so long; 0: no matter who uses it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share only while the rules allow it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share over a network that is paid by volume, too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shares in {left_s} s, if nothing changes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sharing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sharing always.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sharing is {sharing}, not {position}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sharing: your rules allow it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sign out of the hub and in again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Something went wrong ({name}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Something went wrong ({name}); the log says what.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start a new chat or shorten the message.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start in the tray when you sign in to this computer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start when you sign in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Starting at sign-in could not be set: the name of the program's folder cannot be written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Starting at sign-in could not be set: the system did not keep it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Starting at sign-in could not be set: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Starting local node {value} of {spans} (layers {span})...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop sharing them first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped before it began.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Supported: {architectures}. A folder with safetensors files can be imported instead.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Supported: {splittings}. Or import a folder with safetensors and tokenizer files.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Switch contribution on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Switch it on, or add a peer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Switch sharing off first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Switch sharing off, or choose another model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take a mirror whose address begins with https, or none, to sign in.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Talk without encryption</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Talk without encryption to others outside of a swarm; anyone can listen.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tell when something needs you while the window is hidden.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That is no token of the hub.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That text is too long for a QR code.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The GGUF file ends inside the tensor {name}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The GGUF file {name} is truncated or damaged: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The address at which the node listens; empty: in a swarm all, else this computer's.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The address of a mirror of the hub; empty takes the usual one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The answer can go on as soon as somebody serves them again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The certificate of whoever answers in the hub's place is not valid.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The config.json of {model_name} does not say what type of model it is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The config.json of {model_name} gives no usable {keys}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The config.json of {name} states a hidden size of {stated}, but the weights have {shape}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The config.json of {name} states {stated} layers, but the weights have {found}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The configuration in {path} cannot be used: {exc}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The connection to the hub broke.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The connection to the hub ended too early.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The connection to {name} was lost.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The conversation has {num_prompt_tokens} tokens; this model takes {context_tokens}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The conversation is computed again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The disk has no room for the {words} weights; nothing was kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The disk is full, so nothing new is saved in {name}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The disk that holds {root} became full during the {doing}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The downloaded starter model is damaged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The downloaded starter model is not the expected file; it was thrown away.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The dtype must be one of {dtypes}, not {dtype}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The fetch of {model} came to a stop: {text}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file is incomplete or damaged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file is incomplete; get it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file of {piece} of the model {name} is damaged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file {file_name} of the model {name} is damaged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file {file} came compressed, which nobody asked for.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file {file} came with {content} bytes instead of {num_bytes}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file {file} changed at the hub.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file {file} has another size at the hub than it had.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file {file} of {repository} lacks the tensor {name}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file {found} of {name} has an odd name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file {name} cannot be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file {name} cannot be written, so it is only read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file {name} changed while it was being copied.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file {name} could not be brought up to date, so it is only read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file {name} could not be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file {name} could not be saved: the disk is full.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file {name} could not be used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file {name} could not be written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file {name} could not be written: the disk is full.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file {name} is damaged and could not be set aside.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file {name} is damaged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file {name} is far too large for what it should be.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file {name} is none that a model needs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file {name} is not the complete piece of the model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file {name} is not the one that the hub lists.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file {name} is not the one that was announced.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file {name} is of a newer version of Meshnet, so it is only read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file {name} of the model {name2} cannot be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file {name} of the model {name2} is damaged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file {name} of the model {name2} is damaged: it has {found} bytes instead of {expected}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file {name} of the model {name2} is far too large.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file {name} of the model {name2} is missing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file {name} of {name2} lacks the tensor {tensor}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file {name} of {of} is not a JSON object.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file {name} of {of} is not valid JSON.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file {name} was damaged. It was kept as {kept_as}, and a new one was begun.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file {piece} of {name} holds other tensors.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file {too_large} of {repository} is far too large for what it should be.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The files of {name} are not those of the model that was asked for.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder of the model {name} cannot be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder of the model {name} cannot be written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder {name} has no safetensors files.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder {name} has no tokenizer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder {name} has several weight files but no {index_name}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder {name} lacks the weight file {name2}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The header of the model file {file_name} is damaged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The header of the model file {name} is damaged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The header of {name} does not tell of the model's tensors.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The headers are too large.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The headers of the model's files are far too large.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The hub announced {length} bytes of {file} instead of {value}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The hub answered with another part of {file} than was asked for.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The hub answered with status {status}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The hub answers no more questions for now: too many were asked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The hub cannot be reached.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The hub did not answer in time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The hub does not have this revision of {what}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The hub does not know this token, or it has expired.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The hub does not let you read {what}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The hub does not say what {plain} of {repository} should be.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The hub gives whole files only, no parts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The hub has no file {what}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The hub has no model {what}, or it is private.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The hub has shut {name} off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The hub has trouble of its own (status {status}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The hub is switched off on this computer, by HF_HUB_OFFLINE.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The hub sends us in circles.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The hub sends us to an address that is none.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The hub sends us to an address without encryption.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The hub sent more of {file} than was asked for.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The hub's address cannot be used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The hub's answer about your account cannot be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The hub's answer about {asked} cannot be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The hub's answer about {repository} cannot be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The hub's answer is far longer than it should be.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The hub's answer to the search cannot be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The hub's answer took too long.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The language of the window.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The layers of models of type {kind} {what}: they cannot be cut.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The layers of {name} cannot be told apart.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The layers take {num_bytes} and do not fit into the memory of {type}{has}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The layers to serve, like 0-15; empty: what is needed most, or all.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The list of swarms cannot be kept: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The list of tensors of {name} is another model's.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The list of the model's tensors is damaged: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The local node for layers {span} did not start.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The local nodes have been stopped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The longest answer, in tokens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The members contradict each other about what is in this model, and the hub cannot be asked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model file {file_name} is truncated or damaged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model file {name} is missing or cannot be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model file {name} is not as long as its header says.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model files in {path} cannot be loaded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model files in {path} cannot be loaded: {exc}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model files {what} the tensor {names}{more}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model fits on this computer, so it runs here alone: splitting it would be slower.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model has no config.json.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model store {root} cannot be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model would fit on this computer; split over others it is slower.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model {name} was imported by another version of Meshnet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model {name} was imported whole.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model's chat template does not accept this conversation: {exc}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model's chat template is broken: {exc}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model's chat template is too long.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model's configuration does not say how many layers it has.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model's configuration states larger sizes than its weight files hold.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model's name in the store; empty takes the starter model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model's weight files are empty.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The models are kept in {root}; move it away.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The most of a GPU's memory that shards and session caches take; 0 lifts the limit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The most of this computer's memory that shards and session caches take while nobody uses it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The most of this computer's memory that shards and session caches take while somebody uses it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The most that is handed to others, in bytes per second; 0 lifts the limit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The node's certificate cannot be used: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The options of this chat are too long to be kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The peers lost this conversation again and again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The port at which the node listens; 0: in a swarm the same each time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The port of the swarm's own network; 0: the same each time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The provider shares one public address among several customers (CGNAT), so that no port can be opened. IPv6, or a public address from the provider, would help.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The proxy in HTTP_PROXY, HTTPS_PROXY or ALL_PROXY cannot be used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The proxy refused the connection to the hub.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The quantisation number {number} of this GGUF file is not known.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The quantisation {name} cannot be imported yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same next word part as float32 in {agreement} of places, perplexity {value}: measured with the starter model, whose source is 4 bit itself, which flatters this. Other models were not measured.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server on {url} did not start.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The setting {name} cannot be used: {wrong}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The setting {name} is back at its default: {wrong}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The settings could not be saved: the disk is full.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The settings could not be saved: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The settings file was gone; your last good settings are used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The starter model could not be downloaded: {output}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The starter model did not arrive within {timeout_s} seconds.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The starter model is larger than it can be.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The storage behind the hub does not accept the addresses that the hub gives.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The storage behind the hub has trouble of its own (status {status}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The storage behind the hub wants to be left alone for a while.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The swarm's network cannot be opened ({exc}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The swarm's network cannot be used. {text}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The swarm's network did not do it ({exc}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The swarm's network failed and is opened anew.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The swarm's network is not open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The tensor {empty} was left without data.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The tensor {name} holds values that are not numbers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The tensor {source} of {name} has the shape {shape} instead of {stored}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The tensor {tensor_name} of {name} is not on this computer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The token comes from the variable {variable}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The token could not be kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The token could not be removed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The token or an address cannot be sent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The tokenizer in {name} is damaged: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The tokenizer of the model {name} is missing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The tokenizer.json of {name} holds no tokenizer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The user was asked what closing the window does.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The user went through the first start's questions.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The weight files of {name} are not safetensors files with digests.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The weight files of {name} hold a tensor twice.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The weight files of {name} hold the tensor {doubled} twice.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The weights in {name} are pickled ({pickles}); such files can run code when they are opened.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The weights in {repository} are pickled ({pickle}); such files can run code when they are opened.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The weights of {name} are stored otherwise than announced.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The {doing} failed: {value}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The {doing} needs {value}, but {root} has only {free} free.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The {index_name} of {name} is damaged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The {index_name} of {name} names far too many files.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The {index_name} of {name} names files that are not safetensors files of the folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The {index_name} of {repository} is damaged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The {index_name} of {repository} names files that are no safetensors files of it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The {words} weights could not be made: {value}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There are already {max_peers} peers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There are: {known}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no causal language model of type {model_type}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no device {name} here: torch finds {has}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no file or folder at {path}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no model folder {path}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no model named {name}. {there}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no model of type {model_type}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no model on this computer yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no model {name} on this computer, in the catalogue or in your swarm.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no setting named {unknown}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is none yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is not enough memory for these layers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is nothing to answer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is nothing to show as a QR code.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This answer cannot go on any more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This chat is gone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This computer cannot help with this model: its disk has no room for one layer, within the disk limit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This computer cannot help with this model: one layer takes {least}, and it has {max} for layers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This computer cannot help with this model: the layers that must stay together do not fit into its {max} for layers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This computer cannot tell how busy it is, so that holds nothing back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This computer cannot tell how much memory it has.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This computer cannot tell whether it is plugged in, so that holds nothing back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This computer cannot tell whether its network is metered: that holds nothing back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This computer cannot tell whether you use it, so that holds nothing back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This computer computes layers {span} of {name} differently from {value}: {wrong}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This computer does not hold {missing} of {name}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This computer is on no network. Chats use it alone until it is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This computer is plugged in.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This computer serves these layers of {name}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This computer serves {name} now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This computer's key cannot be read or written: {value}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This computer's node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This computer's node did not answer within {deadline_s} s.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This computer's node is off: nobody needs to reach it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This computer's node sent a reply that is too long.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This computer's node was switched off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This computer's own node is off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This file holds no chats that Meshnet has saved.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This file is of a newer version of Meshnet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This file is too large: more than {value} MB.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This installation has no pip to fetch the starter model with.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This invite is damaged or not complete.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This invite is damaged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This invite is damaged: it holds characters that none has.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This invite was made by a newer version of Meshnet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is no invite to a swarm.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is this computer's own node.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is too long for an invite.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is what the computer serves above all.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This message belongs to another chat.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This model cannot be cut at layer {end}: layers behind it share what earlier ones compute.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This model has no chat template; the conversation was sent as plain text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This model reads in both directions and cannot write.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This network is not paid by volume.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This node holds {count} at most, and none of them is idle and could make room.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This question was not answered.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This text is too long to be kept: more than {value} million characters.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This variant cannot be imported from GGUF; try a folder with safetensors files.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Top k</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Top p</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again in a few seconds, or stop one first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again in a moment.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again in a while.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again in {wait_s} seconds.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again later.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again when the hub can be reached.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try another runner, precision or device.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>UPDATE conversations SET leaf_id = ? WHERE number = ?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>UPDATE conversations SET updated_at = max(updated_at, ?) WHERE number = ?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>UPDATE conversations SET {column} = ? WHERE id = ?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>UPDATE messages SET indexed = 1 WHERE number = ?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>UPDATE messages SET indexed = ? WHERE number = ?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>UPDATE messages SET parent_id = ?, role = ?, state = ?, created_at = ?, facts = ?, content = ? WHERE number = ?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Uncertified model types</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unset it and start again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unset that variable and start again, or take the layers from members of your swarm.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Update Meshnet, or import the model again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Update Meshnet, then try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Upload rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use 127.0.0.1, or an address it has.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use another mirror.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use up to {max_name_chars} lower-case letters, digits, dots, dashes and underscores.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wait for programs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wait until a member that has it shares, or import it from a file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wait while other programs use more than this much of the processor; 0: no matter how much.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wait while others are busy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting for other computers, which are getting their layers ready...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting for your schedule: shares from {clock} on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting for your schedule: shares from {name}, {clock} on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting while {named} run.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting while {named} runs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting: other programs use {busy} % of the processor; shares below {most} %.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting: this computer runs on battery.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting: this network is paid by volume.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting: you are using this computer; shares after {after} without use.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting: you used this computer {ago} ago; shares after {after} without use.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weights stored as {name} cannot be imported.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What computes: a GPU where there is one, else the processor.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What computes: the lean path where it is faster, or one of them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What happens when a chat grows beyond the model's context: say so, or leave turns out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What has come is kept; try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is computed in: float32 unless 16 bit is clearly quicker here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is not proven was removed; get it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What members hand out is not {repository} as its identity says.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What others see this computer as; empty takes its own name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What routes are best at: one answer's speed, or many answers at once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the model is told before each conversation.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What was fetched of {model} is another thing each time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>When a chat is too long</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>When a pause for a time ends, in seconds since 1970; 0: there is none.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>When to share, like mon-fri 22:00-07:00; nothing: at all times.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where chats run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where chats run: on this computer alone where the model fits, split over the swarm, or one of them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With the {memory} of memory that it may use, this computer would run layers {span}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With weights in {words} session caches are kept as computed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With {peers} peer like you.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With {peers} peers like you.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write a message.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You are in a swarm called {name} already.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You are in no swarm called {name}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You are in {max_swarms} swarms already.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You used this computer {ago} ago.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your account at the hub may not read {what} yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your last good settings are used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your schedule allows sharing until {clock}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your schedule allows sharing until {name}, {clock}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your swarm has room for it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your swarm serves {name}: chats use it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Yours are: {names}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a folder that is no model any more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a model that was not added to its end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a model that was removed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an import that did not end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>another model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>another revision or precision of it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it cannot be opened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it holds no settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is a list of texts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is a number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is a text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is a whole number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is longer than {limits} characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is not an address like https://host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is not valid JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is on or off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is too large</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>more than 64 peers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>more than {max_loaded_shards} shards</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no room</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no way to this node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not a node id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not an address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not in its swarm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pip did not deliver the starter model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the call raised {error}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the connection was lost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the first layer, with the embedding,</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the last layer, with the lm_head,</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the layers answer in an unknown form</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the swarm was left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the tunnels are closed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no display</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>too many tunnels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{address} is not encrypted: whoever is on the way could read and change the chat.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{bad} of its tensors are not what the hub has.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{direct} It passes on traffic for those who cannot be reached, and invites can name it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{direct} With TCP port {swarm_port} open as well it could pass on traffic for those who cannot.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} cannot be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{hop} answered a token that the model does not have.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{hop} does not answer; waiting for it or somebody else to come.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{hop} is busy; waiting for it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{hop} is leaving. {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{hop} left.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{hop} lost a session cache ({reason}); its part is computed again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{hop} lost its session cache {max_misses} times in a row.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{hop} missed a session cache that it was not asked for.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{hop} refused the step: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{hop} says it holds {held} tokens where {num_held} were due.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{hop} sent a broken reply: {exc}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{hop} serves another model: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{hop} stayed busy: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{host} is no address of this computer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{largest} needs {needed} of {what}, and {has}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{listen_port} is no port.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{max_keys} programs use this configuration already.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{names} go on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{names} goes on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} alone is not a model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} answered with a list of weights that is none.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} answered with something that is no reply.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} became shorter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} cannot be imported from GGUF yet: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} cannot be reached.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} cannot be reached: {exc}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} cannot be the name of a model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} could not be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} describes a model that cannot be.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} did not answer within {deadline_s} s.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} does not answer ({why}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} does not answer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} does not fit into the memory that is free here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} does not give the kind of attention for every layer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} does not hand out what it had offered ({status}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} does not hold this any more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} does not say</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} gave less than it was asked for.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} gave more than it was asked for.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} gave nothing for {stall_s} seconds.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} gave other bytes than it should have.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} gives {value} for {key}, which cannot be.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} hands out no weights ({status}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} has a tokenizer of the kind {name2}, which cannot be imported from GGUF yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} has layers {full_span}, not {span}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} has no usable {name2}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} holds tensors that this kind of model should not have, such as {unknown}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is a GGUF file of version {version} or of a big-endian computer; 2 and 3 can be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is a reserved name on Windows.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is busy.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is in use on this computer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is no Meshnet node (HTTP status {code}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is no Meshnet node: {exc}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is not a GGUF file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is one of {num_pieces} pieces of a model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is slower than others.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} lacks the tensor {source}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} lies here whole, in its own files.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} offers a model under the name of another.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} offers files that are far too large.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} says nothing usable about {key}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} sends less than {value} kB/s.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} sent a broken reply: {exc}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} sent another part than it was asked for.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} sent less than it had announced.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} sent something else than it had announced.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} splits text in the way {pre}, which cannot be imported from GGUF yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} uses {used} of {sizes} experts, which cannot be.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name}: none of its layers is here yet, so there is nothing to check.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{needs} {num_bytes}, but the disk limit leaves room for only {max}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{needs} {value}, but {root} has only {value2} free.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{num_named} shards are named ({named}), and the node may hold {allowed} at once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{num_ranges} samples are what the hub has.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{peer} is not ready ({state}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{reason} Chatting in the terminal instead.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{repository} changed at the hub.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{repository} comes with code of its own, which Meshnet never runs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{repository} has .gguf files only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{repository} has several weight files but no {index_name}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{repository} has weights but no config.json.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{repository} holds no language model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{repository} is no name of a repository.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{repository} lacks {missing}, which its index names.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{revision} is no revision.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{text} is no address like http://host:port</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{text} is no address of a swarm.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{text} is no host name or address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{text} is no peer address.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{there} is not a folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{value} is not between {limits} and {limits2}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{variable} cannot be used: {wrong}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{variable} is {text}, but it must be a number.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{what} computes in float32, not in {dtype}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{what} computes on the processor, not on {device}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{what} is gated: the hub gives it to those who have accepted its terms.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{what} keeps its session caches in float32.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{what} left out: the chat is longer than the model's context.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{what} {disk} of disk and {memory} of memory here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{who} has held {name} for too long.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
